import { ENDPOINTS, type Endpoint, type EndpointKey, PaymentService, REFUSALS, type Situation } from '@xs2a/contracts';
import { refusalIn } from '../black-box.ts';
import { type Check, expectSame } from '../check.ts';
import type { TppName } from '../facts.ts';
import { RETURN } from '../where-psu-returns.ts';
import type { World } from '../world.ts';
import { firstOf, needsTpp } from './what-is-offered.ts';

/** A rule on a header, and the endpoints where it holds (interface 5.3; field guide 6.1, 6.2). */
interface HeaderRule {
  readonly name: string;
  readonly rule: string;
  readonly where: (row: Endpoint) => boolean;
  /** What differs from a request that is right; empty: left out. */
  readonly sent: Readonly<Record<string, string>> | ((world: World, row: Endpoint) => Readonly<Record<string, string>>);
  readonly refused: (row: Endpoint) => Situation;
  readonly path?: string;
  readonly missing?: Check['missing'];
}

const everywhere = () => true;
const creating = ({ creates }: Endpoint) => creates === true;
const sendingBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';
const headerInvalid = (): Situation => 'headerInvalid';

/** A TPP whose certificate lacks every role of the endpoint. */
function withoutRole({ roles }: Endpoint): TppName {
  if (!roles.includes('AISP')) return 'accountsOnly';
  return roles.includes('PISP') ? 'fundsOnly' : 'paymentsOnly';
}

const refusedTpp = (name: 'expired' | 'revoked' | 'blocked' | 'invalid', situation: Situation): HeaderRule => ({
  name: `certificate ${name}`,
  rule: 'the certificate of the TPP is judged with every request (RTS 2018/389 Art. 34)',
  where: everywhere,
  sent: (world) => world.identity(name),
  refused: () => situation,
  missing: needsTpp(name),
});

const RULES: readonly HeaderRule[] = [
  refusedTpp('invalid', 'certificateInvalid'),
  refusedTpp('expired', 'certificateExpired'),
  refusedTpp('revoked', 'certificateRevoked'),
  refusedTpp('blocked', 'certificateBlocked'),
  {
    name: 'role missing',
    rule: 'the certificate of the TPP has a role of the endpoint (PSD2 Art. 65, 66, 67)',
    where: everywhere,
    sent: (world, row) => world.identity(withoutRole(row)),
    refused: () => 'roleMissing',
    missing: firstOf(needsTpp('accountsOnly'), needsTpp('paymentsOnly'), needsTpp('fundsOnly')),
  },
  {
    name: 'Digest without Signature',
    rule: 'Digest is there if and only if Signature is (interface 5.2 rule 2)',
    where: everywhere,
    sent: { Digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
    refused: () => 'signatureMissing',
  },
  {
    name: 'X-Request-ID missing',
    rule: 'X-Request-ID is mandatory (interface 5.3)',
    where: everywhere,
    sent: { 'X-Request-ID': '' },
    refused: () => 'requestIdInvalid',
    path: 'X-Request-ID',
  },
  {
    name: 'X-Request-ID malformed',
    rule: 'X-Request-ID is a UUID (field guide 6.1)',
    where: everywhere,
    sent: { 'X-Request-ID': '17' },
    refused: () => 'requestIdInvalid',
    path: 'X-Request-ID',
  },
  {
    name: 'PSU-IP-Address malformed',
    rule: 'PSU-IP-Address is an address (interface 5.3)',
    where: everywhere,
    sent: { 'PSU-IP-Address': 'home' },
    refused: headerInvalid,
    path: 'PSU-IP-Address',
  },
  {
    name: 'PSU-Device-ID malformed',
    rule: 'PSU-Device-ID is a UUID (interface 5.3)',
    where: everywhere,
    sent: { 'PSU-Device-ID': 'phone' },
    refused: headerInvalid,
    path: 'PSU-Device-ID',
  },
  {
    name: 'PSU-Geo-Location malformed',
    rule: 'PSU-Geo-Location is GEO:latitude;longitude (field guide 6.1)',
    where: everywhere,
    sent: { 'PSU-Geo-Location': 'Zagreb' },
    refused: headerInvalid,
    path: 'PSU-Geo-Location',
  },
  {
    name: 'PSU-IP-Address missing',
    rule: 'PSU-IP-Address is mandatory where something is created (field guide 6.2; the interface leaves it to the bank)',
    where: ({ creates, path }) => creates === true && path.startsWith('/v1/'),
    sent: { 'PSU-IP-Address': '' },
    refused: headerInvalid,
    path: 'PSU-IP-Address',
    missing: ({ profile }) => (profile.psuIpAddressRequired ? undefined : 'the profile does not require it'),
  },
  {
    name: 'TPP-Redirect-URI missing',
    rule: 'TPP-Redirect-URI is mandatory where TPP-Redirect-Preferred is true (interface 5.3)',
    where: creating,
    sent: { 'TPP-Redirect-Preferred': 'true', 'TPP-Redirect-URI': '' },
    refused: () => 'redirectUriMissing',
    path: 'TPP-Redirect-URI',
  },
  {
    name: 'TPP-Redirect-Preferred malformed',
    rule: 'TPP-Redirect-Preferred is true or false (interface 5.3)',
    where: creating,
    sent: { 'TPP-Redirect-Preferred': 'maybe' },
    refused: headerInvalid,
    path: 'TPP-Redirect-Preferred',
  },
  {
    name: 'Consent-ID missing',
    rule: 'Consent-ID is mandatory on reads of account data (interface 5.3)',
    where: ({ readsAccounts }) => readsAccounts === true,
    sent: {},
    refused: () => 'consentIdMissing',
    path: 'Consent-ID',
  },
  {
    name: 'Content-Type unsupported',
    rule: 'a body is JSON, or XML where the product is (field guide 2.2)',
    where: sendingBody,
    sent: { 'Content-Type': 'text/plain' },
    refused: () => 'mediaTypeUnsupported',
  },
  {
    name: 'Accept unservable',
    rule: 'what is accepted must be servable: 406, with a code for account information alone (field guide 2.2)',
    where: ({ status }) => status !== 204,
    sent: { Accept: 'image/png' },
    refused: ({ family }) => (family === 'AIS' ? 'acceptNotServable' : 'acceptNotServableOfPayments'),
  },
];

/** Columns of the picture. */
export const HEADER_RULES: readonly string[] = RULES.map(({ name }) => name);

export function headerChecks(): Check[] {
  return (Object.keys(ENDPOINTS) as EndpointKey[]).flatMap((endpoint) => {
    const row: Endpoint = ENDPOINTS[endpoint];
    return RULES.filter(({ where }) => where(row)).map((rule): Check => {
      const situation = rule.refused(row);
      return {
        id: `headers.${rule.name}.${endpoint}`,
        group: 'headers',
        endpoint,
        situation,
        rule: rule.rule,
        how: `${row.method} ${row.path}: ${rule.name}`,
        ...(rule.missing !== undefined && { missing: rule.missing }),
        run: (world) => runHeader(world, row, rule, situation),
      };
    });
  });
}

/** Headers are judged before anything is looked up: ids that are nowhere do (field guide 2.4). */
async function runHeader(world: World, row: Endpoint, rule: HeaderRule, situation: Situation): Promise<void> {
  const path = row.path
    .replace('{paymentService}', PaymentService.enum.payments)
    .replace('{paymentProduct}', world.product)
    .replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
  const needsConsent = row.readsAccounts === true && rule.name !== 'Consent-ID missing';
  const seen = await world.box.ask(
    row.method,
    path,
    given({
      'X-Request-ID': crypto.randomUUID(),
      ...RETURN,
      ...(needsConsent && { 'Consent-ID': '00000000-0000-4000-8000-000000000000' }),
      ...(sendingBody(row) && { 'Content-Type': 'application/json' }),
      ...(typeof rule.sent === 'function' ? rule.sent(world, row) : rule.sent),
    }),
    sendingBody(row) ? '{}' : undefined,
  );
  const { status, code } = REFUSALS[situation] as { status: number; code?: string };
  const { path: found, ...answered } = refusalIn(seen);
  const expected = { status, ...(code !== undefined && { code }), ...(rule.path !== undefined && { path: rule.path }) };
  expectSame('the answer', { ...answered, ...(rule.path !== undefined && { path: found }) }, expected);
}

function given(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}
