import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AspspProfile, href } from '@xs2a/contracts';

/** A seal for the worked example. Its authority is not trusted anywhere, and both keys are public. */
const PUBLIC = new URL('../../public/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, PUBLIC), 'utf8');

const RETURN_ADDRESS = 'https://tpp.example/ok';
const COVERED = ['(request-target)', 'date', 'digest', 'x-request-id', 'tpp-redirect-uri'];
const TARGET = `post ${href('createConsent', {})}`;
const EXAMPLE = { requestId: '2f77308d-239e-4d2e-a5a7-1cf4e5cb3a63', date: 'Tue, 02 Mar 2027 09:30:00 GMT' };
const FRESH = { requestId: '$(id)', date: `$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')` };

/** Body signed in the examples: a consent of a model that the bank offers. */
export function signedBody({ consentModels }: Pick<AspspProfile, 'consentModels'>): string {
  const account = [{ iban: 'HR2799900051100000019' }];
  const access = consentModels.includes('allPsd2') ? { allPsd2: 'allAccounts' } : { balances: account };
  return JSON.stringify({ access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 });
}

/** Commands from the bytes of a body to a signature with a seal, each stored in a variable. */
function commands(body: string, { requestId, date }: typeof EXAMPLE, seal: string): string {
  return `printf '%s' '${body}' > body.json
REQUEST_ID=${quoted(requestId)}
DATE=${quoted(date)}

DIGEST="SHA-256=$(openssl dgst -sha256 -binary body.json | openssl base64 -A)"

printf '%s' "(request-target): ${TARGET}
date: $DATE
digest: $DIGEST
x-request-id: $REQUEST_ID
tpp-redirect-uri: ${RETURN_ADDRESS}" > signing-string.txt

SIGNATURE=$(openssl dgst -sha256 -sign ${seal}.key signing-string.txt | openssl base64 -A)

SERIAL=$(openssl x509 -in ${seal}.pem -noout -serial | cut -d= -f2)
ISSUER=$(openssl x509 -in ${seal}.pem -noout -issuer -nameopt RFC2253 | sed 's/^issuer=//; s/["\\\\]/\\\\&/g')
KEY_ID="SN=$SERIAL,CA=$ISSUER"
CERTIFICATE=$(openssl x509 -in ${seal}.pem -outform DER | openssl base64 -A)`;
}

function quoted(value: string): string {
  return value.startsWith('$') ? value : `'${value}'`;
}

/** Commands that sign the example with a separate example seal, and print each value. */
export function exampleCommands(origin: string, profile: AspspProfile): string {
  return `curl -s "${origin}/docs/assets/example-seal.pem" -o example-seal.pem
curl -s "${origin}/docs/assets/example-seal.key" -o example-seal.key
${commands(signedBody(profile), EXAMPLE, 'example-seal')}

printf '%s\\n' "$(cat signing-string.txt)" "$SIGNATURE" "$KEY_ID"`;
}

/** Commands that sign a current request with the TPP's own seal, and send it with the certificate options of curl. */
export function sendSigned(profile: AspspProfile, address: string, certificateOptions: string): string {
  return `${commands(signedBody(profile), FRESH, 'seal')}

curl -s -i "${address}" ${certificateOptions} \\
  -H "X-Request-ID: $REQUEST_ID" -H "Date: $DATE" -H "Digest: $DIGEST" \\
  -H "TPP-Redirect-URI: ${RETURN_ADDRESS}" -H "PSU-IP-Address: 192.0.2.10" -H "Content-Type: application/json" \\
  -H "TPP-Signature-Certificate: $CERTIFICATE" \\
  -H "Signature: keyId=\\"$KEY_ID\\",algorithm=\\"rsa-sha256\\",headers=\\"${COVERED.join(' ')}\\",signature=\\"$SIGNATURE\\"" \\
  --data-binary @body.json`;
}

/** Values that every correct program computes for the example. */
export function exampleValues(profile: AspspProfile) {
  const body = signedBody(profile);
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const values = [EXAMPLE.date, digest, EXAMPLE.requestId, RETURN_ADDRESS];
  const signingString = COVERED.map((name, at) => `${name}: ${at === 0 ? TARGET : values[at - 1]}`).join('\n');
  const certificate = new X509Certificate(read('example-seal.pem'));
  return {
    body,
    bytes: Buffer.byteLength(body),
    digest,
    signingString,
    signature: sign('sha256', Buffer.from(signingString), createPrivateKey(read('example-seal.key'))).toString(
      'base64',
    ),
    keyId: `SN=${certificate.serialNumber},CA=${certificate.issuer.split('\n').toReversed().join(',')}`,
  };
}
