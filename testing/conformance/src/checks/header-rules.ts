import {
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  HEADER_GROUPS,
  headerGroupOf,
  type Situation,
} from '@xs2a/contracts';
import type { Check } from '../check.ts';
import type { TppName } from '../facts.ts';
import type { TestContext } from '../test-context.ts';
import { firstOf, needsTpp, readsByConsentAlone, unlessOffered } from './offered-features.ts';

/** A rule on a header, and the endpoints to which it applies (decision 13). */
export interface HeaderRule {
  readonly name: string;
  readonly rule: string;
  /** Row of HEADER_RULES, if the check is about one. */
  readonly header?: string;
  readonly where: (row: Endpoint, key: EndpointKey) => boolean;
  /** Difference from a correct request; an empty value omits the header. */
  readonly sent:
    | Readonly<Record<string, string>>
    | ((context: TestContext, row: Endpoint) => Readonly<Record<string, string>>);
  readonly refused: (row: Endpoint) => Situation;
  readonly path?: string;
  readonly missing?: Check['missing'];
}

const everywhere = () => true;
const creating = ({ creates }: Endpoint) => creates === true;
export const sendingBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';
const headerInvalid = (): Situation => 'headerInvalid';

/** Returns a TPP whose certificate lacks every role of the endpoint. */
function withoutRole({ roles }: Endpoint): TppName {
  if (!roles.includes('AISP')) return 'accountsOnly';
  return roles.includes('PISP') ? 'fundsOnly' : 'paymentsOnly';
}

/** Headers whose format is validated alike everywhere: one endpoint of each row of the matrix is tested. */
const MALFORMED: Readonly<Record<string, string>> = {
  'Consent-ID': 'c'.repeat(101),
  'PSU-ID': 'p'.repeat(101),
  'PSU-ID-Type': 't'.repeat(51),
  'PSU-Corporate-ID': 'c'.repeat(101),
  'PSU-Corporate-ID-Type': 't'.repeat(51),
  'TPP-Redirect-Preferred': 'maybe',
  'TPP-Decoupled-Preferred': 'maybe',
  'TPP-Redirect-URI': 'javascript:alert(1)',
  'TPP-Nok-Redirect-URI': 'javascript:alert(1)',
  'TPP-Explicit-Authorisation-Preferred': 'maybe',
  'TPP-Rejection-NoFunds-Preferred': 'maybe',
  'Client-VOP-Requested': 'maybe',
  'Client-VOP-Request-ID': 'no-uuid',
  'PSU-IP-Port': '65536',
  'PSU-Http-Method': 'BREW',
};
const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const FIRST_OF_GROUP = new Set(HEADER_GROUPS.map((group) => KEYS.find((key) => headerGroupOf(key) === group)));

/** Headers that are accepted with any value, and why. */
export const TAKEN_AS_THEY_ARE: Readonly<Record<string, { readonly value: string; readonly rule: string }>> = {
  'PSU-Accept': { value: '?', rule: 'what the browser of the PSU sent is passed on as it is' },
  'PSU-Accept-Charset': { value: '?', rule: 'what the browser of the PSU sent is passed on as it is' },
  'PSU-Accept-Encoding': { value: '?', rule: 'what the browser of the PSU sent is passed on as it is' },
  'PSU-Accept-Language': { value: 'tlh', rule: 'a language that the bank does not speak is no error' },
  'PSU-User-Agent': { value: '?', rule: 'what the browser of the PSU sent is passed on as it is' },
  'TPP-Notification-Content-Preferred': {
    value: 'status=SCA, EVERYTHING',
    rule: 'an unknown notification preference does not fail a request (decision 27)',
  },
  'TPP-Notification-URI': { value: 'mailto:tpp', rule: 'an address that is not called is no error (decision 27)' },
};

const refusedTpp = (name: 'expired' | 'revoked' | 'blocked' | 'invalid', situation: Situation): HeaderRule => ({
  name: `certificate ${name}`,
  rule: 'the certificate of the TPP is validated with every request (RTS 2018/389, Art. 34)',
  where: everywhere,
  sent: (context) => context.identity(name),
  refused: () => situation,
  missing: needsTpp(name),
});

export const RULES: readonly HeaderRule[] = [
  refusedTpp('invalid', 'certificateInvalid'),
  refusedTpp('expired', 'certificateExpired'),
  refusedTpp('revoked', 'certificateRevoked'),
  refusedTpp('blocked', 'certificateBlocked'),
  {
    name: 'role missing',
    rule: 'the certificate of the TPP has a role of the endpoint (PSD2 Art. 65, 66, 67)',
    where: everywhere,
    sent: (context, row) => context.identity(withoutRole(row)),
    refused: () => 'roleMissing',
    missing: firstOf(needsTpp('accountsOnly'), needsTpp('paymentsOnly'), needsTpp('fundsOnly')),
  },
  {
    name: 'Digest without Signature',
    header: 'Digest',
    rule: 'Digest is present if and only if Signature is (Implementation Guidelines, Signing Messages at Application Layer)',
    where: everywhere,
    sent: { Digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
    refused: () => 'signatureMissing',
  },
  {
    name: 'X-Request-ID missing',
    header: 'X-Request-ID',
    rule: 'X-Request-ID is mandatory (decision 13)',
    where: everywhere,
    sent: { 'X-Request-ID': '' },
    refused: () => 'requestIdInvalid',
    path: 'X-Request-ID',
  },
  {
    name: 'X-Request-ID malformed',
    header: 'X-Request-ID',
    rule: 'X-Request-ID is a UUID (decision 13)',
    where: everywhere,
    sent: { 'X-Request-ID': '17' },
    refused: () => 'requestIdInvalid',
    path: 'X-Request-ID',
  },
  {
    name: 'PSU-IP-Address malformed',
    header: 'PSU-IP-Address',
    rule: 'PSU-IP-Address is an address (decision 13)',
    where: everywhere,
    sent: { 'PSU-IP-Address': 'home' },
    refused: headerInvalid,
    path: 'PSU-IP-Address',
  },
  {
    name: 'PSU-Device-ID malformed',
    header: 'PSU-Device-ID',
    rule: 'PSU-Device-ID is a UUID (decision 13)',
    where: everywhere,
    sent: { 'PSU-Device-ID': 'phone' },
    refused: headerInvalid,
    path: 'PSU-Device-ID',
  },
  {
    name: 'PSU-Geo-Location malformed',
    header: 'PSU-Geo-Location',
    rule: 'PSU-Geo-Location is GEO:latitude;longitude (decision 13)',
    where: everywhere,
    sent: { 'PSU-Geo-Location': 'Zagreb' },
    refused: headerInvalid,
    path: 'PSU-Geo-Location',
  },
  {
    name: 'PSU-IP-Address missing',
    header: 'PSU-IP-Address',
    rule: 'PSU-IP-Address is mandatory at creations (decision 13; the profile decides)',
    where: ({ creates, path }) => creates === true && path.startsWith('/v1/'),
    sent: { 'PSU-IP-Address': '' },
    refused: headerInvalid,
    path: 'PSU-IP-Address',
    missing: ({ profile }) => unlessOffered(profile.psuIpAddressRequired, 'the profile does not require it'),
  },
  {
    name: 'PSU-ID missing',
    header: 'PSU-ID',
    rule: 'PSU-ID is mandatory at creations, if the bank requires it (decision 13)',
    where: creating,
    sent: { 'PSU-ID': '' },
    refused: headerInvalid,
    path: 'PSU-ID',
    missing: ({ profile: { psuIdRequired, oauth } }) =>
      unlessOffered(
        psuIdRequired && !Object.values(oauth.preStep).includes('needed'),
        'the profile does not require it, or an access token that names the PSU',
      ),
  },
  {
    name: 'PSU-ID-Type missing',
    header: 'PSU-ID-Type',
    rule: 'PSU-ID-Type is mandatory with PSU-ID, if the bank requires it (decision 13)',
    where: creating,
    sent: { 'PSU-ID': 'anybody', 'PSU-ID-Type': '' },
    refused: headerInvalid,
    path: 'PSU-ID-Type',
    missing: ({ profile }) => unlessOffered(profile.psuIdTypeRequired, 'the profile does not require it'),
  },
  {
    name: 'TPP-Redirect-URI missing',
    header: 'TPP-Redirect-URI',
    rule: 'TPP-Redirect-URI is mandatory if TPP-Redirect-Preferred is true (decision 13)',
    where: creating,
    sent: { 'TPP-Redirect-Preferred': 'true', 'TPP-Redirect-URI': '' },
    refused: () => 'redirectUriMissing',
    path: 'TPP-Redirect-URI',
  },
  {
    name: 'Consent-ID missing',
    header: 'Consent-ID',
    rule: 'Consent-ID is mandatory on reads of account data (decision 13)',
    where: ({ readsAccounts }) => readsAccounts === true,
    sent: {},
    refused: () => 'consentIdMissing',
    path: 'Consent-ID',
    missing: readsByConsentAlone,
  },
  {
    name: 'Content-Type unsupported',
    rule: 'a body is JSON, or XML where the product is (RFC 9110, 15.5.16)',
    where: sendingBody,
    sent: { 'Content-Type': 'text/plain' },
    refused: () => 'mediaTypeUnsupported',
    path: 'Content-Type',
  },
  {
    name: 'Accept unservable',
    rule: 'Accept of account information must contain a supported type: otherwise 406, with the supported types (decision 11)',
    where: ({ family, status }) => family === 'AIS' && status !== 204,
    sent: { Accept: 'image/png' },
    refused: () => 'acceptNotServable',
  },
  ...Object.entries(MALFORMED).map(
    ([header, value]): HeaderRule => ({
      name: `${header} malformed`,
      header,
      rule: `what is sent as ${header} is well formed, also where it is not read (decision 13)`,
      where: (_, key) => FIRST_OF_GROUP.has(key),
      sent: { [header]: value },
      refused: headerInvalid,
      path: header,
    }),
  ),
];
