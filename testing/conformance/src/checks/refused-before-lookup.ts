import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sandboxFiles } from '@xs2a/certificates';
import { signRequest } from '@xs2a/client';
import { consentBody, wholeAccess } from '../orders.ts';
import type { Sent, TestContext } from '../test-context.ts';
import { firstOf, needsCertificates, needsTpp } from './offered-features.ts';
import { type Refused, refused } from './refused.ts';

const CONSENT = 'POST /v1/consents';
const consent =
  (headers: Record<string, string> = {}) =>
  (context: TestContext): Sent => ({
    headers,
    body: consentBody(wholeAccess(context)),
  });
const DIGEST = `SHA-256=${createHash('sha256').update('{}').digest('base64')}`;
const SIGNATURE = 'keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="digest x-request-id",signature="AAAA"';

/** Returns a signed request whose certificate and key may belong to different TPPs. */
function signedBy(certificateOf: 'own' | 'other', keyOf: 'own' | 'other') {
  return (context: TestContext): Sent => {
    const { environment, facts } = context;
    const files = sandboxFiles(environment.certificates ?? '');
    const certificate = readFileSync(files.tpp(facts.tpps[certificateOf] ?? '', 'qseal').certificate, 'utf8');
    const key = readFileSync(files.tpp(facts.tpps[keyOf] ?? '', 'qseal').key, 'utf8');
    const body = JSON.stringify(consentBody(wholeAccess(context)));
    const headers = new Headers({
      'X-Request-ID': crypto.randomUUID(),
      'TPP-Redirect-URI': 'https://tpp.example/ok',
    });
    const url = new URL('/v1/consents', 'https://bank.invalid');
    signRequest({ certificate, key }, { method: 'POST', url, headers, body });
    return { headers: { 'X-Request-ID': '', 'TPP-Redirect-URI': '', ...Object.fromEntries(headers) }, body };
  };
}

/** Routes, signatures and bodies: checked before any lookup (decision 11). What one header is refused for is in `header-rules.ts`. */
export const REFUSED_BEFORE_LOOKUP: readonly Refused[] = [
  refused('addressUnknown', 'GET /v1/nothing'),
  refused('serviceUnknown', 'GET /v1/gifts/sepa-credit-transfers/{unknown}'),
  refused('methodNotAllowed', 'PUT /v1/consents/{unknown}'),
  refused('methodNotAllowed', 'DELETE /v1/accounts'),
  refused('certificateOfOtherTpp', CONSENT, {
    sent: (context) => ({ ...signedBy('other', 'other')(context), tpp: 'own' }),
    missing: firstOf(needsCertificates, needsTpp('own'), needsTpp('other')),
  }),

  refused('digestMissing', CONSENT, { sent: consent({ Signature: SIGNATURE }), path: 'Digest' }),
  refused('signingCertificateMissing', CONSENT, {
    sent: consent({ Signature: SIGNATURE, Digest: DIGEST }),
    path: 'TPP-Signature-Certificate',
  }),
  refused('signatureInvalid', CONSENT, {
    sent: signedBy('own', 'other'),
    missing: firstOf(needsCertificates, needsTpp('own'), needsTpp('other')),
    path: 'Signature',
  }),

  refused('headerInvalid', 'POST /v1/signing-baskets', {
    sent: () => ({ headers: { 'TPP-Explicit-Authorisation-Preferred': 'false' }, body: { paymentIds: ['{free}'] } }),
    path: 'TPP-Explicit-Authorisation-Preferred',
  }),
  refused('requestIdReused', CONSENT, {
    first: async (context) =>
      void (await context.ask(CONSENT, consent({ 'X-Request-ID': await context.value('reused') })(context))),
    sent: async (context) => ({
      headers: { 'X-Request-ID': await context.value('reused') },
      body: consentBody(wholeAccess(context), { frequencyPerDay: 2, recurringIndicator: true }),
    }),
    path: 'X-Request-ID',
  }),

  refused('mediaTypeUnsupported', 'POST {sepa}', {
    sent: () => ({ headers: { 'Content-Type': 'application/xml' }, body: '<Document/>' }),
    path: 'Content-Type',
  }),
  refused('tokenUnknown', 'GET /v1/accounts', {
    sent: () => ({ consent: 'readAll', headers: { Authorization: 'Bearer of-nobody' } }),
    path: 'Authorization',
  }),
  refused('bodyTooLarge', CONSENT, { sent: () => ({ body: { filler: 'x'.repeat(3_000_000) } }) }),
];
