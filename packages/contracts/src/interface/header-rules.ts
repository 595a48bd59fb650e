import { HEADER_GROUPS, type HeaderGroup } from './header-groups.ts';

/**
 * Format of a header: `uuid`; `true` or `false` in any case; an IPv4 or IPv6 address; a port; a location as `GEO:lat;long`; an
 * absolute browser address without user information, fragment and backslash, with scheme http(s) or that of an app; visible text
 * of limited length. Media types and headers with their own check are `own`.
 */
export type HeaderFormat =
  | 'uuid'
  | 'truth'
  | 'address'
  | 'port'
  | 'method'
  | 'place'
  | 'uri'
  | 'text50'
  | 'text100'
  | 'own';

/** M: mandatory. C: mandatory under the condition of its row. O: optional. Absent: not read. */
type Demand = 'M' | 'C' | 'O';

export interface HeaderRule {
  readonly name: string;
  readonly format: HeaderFormat;
  readonly meaning: string;
  readonly example?: string;
  readonly at: Readonly<Partial<Record<HeaderGroup, Demand>>>;
  /** For C: the condition, in words if a separate check decides. */
  readonly condition?: string;
  /** For C: mandatory if another header has this value. */
  readonly neededWith?: { readonly name: string; readonly value: string };
  /** For C: mandatory if this header is sent and the profile has this setting. */
  readonly neededBeside?: { readonly name: string; readonly choice: 'psuIdTypeRequired' };
  /** For C: mandatory in these rows if the profile has this setting. */
  readonly neededBy?: {
    readonly choice: 'psuIpAddressRequired' | 'psuIdRequired';
    readonly at: readonly HeaderGroup[];
  };
  /** The only permitted value, in these rows. */
  readonly only?: { readonly at: HeaderGroup; readonly value: string };
  /** A list, which may be sent in several lines (RFC 9110, 5.3). */
  readonly isList?: true;
  /** Must be in a domain of the TPP's certificate, as required by the profile's redirectDomains. */
  readonly inOwnDomain?: true;
  /** Error case if it is missing; default: `headerInvalid`. */
  readonly missing?: 'requestIdInvalid' | 'consentIdMissing' | 'redirectUriMissing';
}

type At = HeaderRule['at'];

const CREATING = ['createPayment', 'createConsent', 'createBasket', 'createFundsConsent'] as const;
const NAMING_PSU = [...CREATING, 'startAuthorisation', 'updateAuthorisation'] as const;
const REDIRECTING = [...CREATING, 'cancelPayment', 'startAuthorisation'] as const;
/** PSU-IP-Address is optional for a confirmation-of-funds consent. */
const PSU_NEARBY = ['createPayment', 'createConsent', 'createBasket'] as const;
const WITH_PSU = HEADER_GROUPS.filter((group) => group !== 'confirmFunds');

function mark(demand: Demand, groups: readonly HeaderGroup[]): At {
  return Object.fromEntries(groups.map((group) => [group, demand]));
}

const EVERYWHERE_C = mark('C', HEADER_GROUPS);
const DEVICE = mark('O', WITH_PSU);
const SIGNED = {
  at: EVERYWHERE_C,
  format: 'own',
  condition: 'all three or none; the profile may demand them',
} as const;

/**
 * All headers of the interface (decision 13): for the checks of the gateway, the published interface and docs/headers.md. A
 * malformed or repeated header is always refused, even if it is not read. An empty one counts as absent.
 */
export const HEADER_RULES: readonly HeaderRule[] = [
  {
    name: 'X-Request-ID',
    format: 'uuid',
    meaning: 'Id of this request: a UUID chosen by the TPP. A repeated creation with the same id creates nothing new.',
    example: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
    at: mark('M', HEADER_GROUPS),
    missing: 'requestIdInvalid',
  },
  {
    name: 'Consent-ID',
    format: 'text100',
    meaning: 'Consent ID.',
    example: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    at: { readAccounts: 'M', confirmFunds: 'C', createPayment: 'O', createBasket: 'O' },
    condition: 'if a confirmation-of-funds consent is the basis',
    missing: 'consentIdMissing',
  },
  {
    name: 'PSU-ID',
    format: 'text100',
    meaning: 'PSU-ID of the PSU at the bank.',
    example: 'psu-private',
    at: mark('C', NAMING_PSU),
    condition:
      'if the authorisation starts with the identification of the PSU (embedded, decoupled); on creations if the profile has psuIdRequired, unless an access token of the pre-step names the PSU',
    neededBy: { choice: 'psuIdRequired', at: CREATING },
  },
  {
    name: 'PSU-ID-Type',
    format: 'text50',
    meaning: 'Type of PSU-ID, if a PSU has several.',
    at: mark('C', NAMING_PSU),
    condition: 'with PSU-ID, if the profile has psuIdTypeRequired',
    neededBeside: { name: 'PSU-ID', choice: 'psuIdTypeRequired' },
  },
  { name: 'PSU-Corporate-ID', format: 'text100', meaning: 'Id of the company, if any.', at: mark('O', NAMING_PSU) },
  {
    name: 'PSU-Corporate-ID-Type',
    format: 'text50',
    meaning: 'Type of PSU-Corporate-ID.',
    at: mark('C', NAMING_PSU),
    condition: 'with PSU-Corporate-ID, if the profile has psuIdTypeRequired',
    neededBeside: { name: 'PSU-Corporate-ID', choice: 'psuIdTypeRequired' },
  },
  {
    name: 'TPP-Redirect-Preferred',
    format: 'truth',
    meaning: 'true: redirect is preferred; false: it is not; absent: the bank chooses.',
    at: mark('O', REDIRECTING),
  },
  {
    name: 'TPP-Decoupled-Preferred',
    format: 'truth',
    meaning: 'true: decoupled is preferred; false: it is not; absent: the bank chooses.',
    at: mark('O', REDIRECTING),
  },
  {
    name: 'TPP-Redirect-URI',
    format: 'uri',
    meaning: 'Address to which the browser of the PSU returns.',
    example: 'https://tpp.example/ok',
    at: { ...mark('C', CREATING), cancelPayment: 'O', startAuthorisation: 'O' },
    condition: 'if TPP-Redirect-Preferred is true',
    neededWith: { name: 'TPP-Redirect-Preferred', value: 'true' },
    inOwnDomain: true,
    missing: 'redirectUriMissing',
  },
  {
    name: 'TPP-Nok-Redirect-URI',
    format: 'uri',
    meaning: 'Address to which it returns after a negative result.',
    example: 'https://tpp.example/nok',
    at: mark('O', REDIRECTING),
    inOwnDomain: true,
  },
  {
    name: 'Client-VOP-Requested',
    format: 'truth',
    meaning:
      'true: the TPP wants the payee verified, and follows RVNC, RVCM and RCVC; absent or false: the profile decides, and the TPP is not told; false with PSU-Corporate-ID: the company does without it for a bulk payment.',
    at: { createPayment: 'O' },
  },
  {
    name: 'Client-VOP-Request-ID',
    format: 'uuid',
    meaning: 'X-Request-ID of a check that the TPP made before at this bank. Not needed here.',
    at: { createPayment: 'O' },
  },
  {
    name: 'TPP-Explicit-Authorisation-Preferred',
    format: 'truth',
    meaning: 'true: the TPP starts the authorisation itself.',
    at: mark('O', [...CREATING, 'cancelPayment']),
    only: { at: 'createBasket', value: 'true' },
  },
  {
    name: 'TPP-Notification-URI',
    // Never refused: for an unusable address, the answer has ASPSP-Notification-Support: false (decision 27).
    format: 'own',
    meaning: 'Address for status notifications: https, on a host that the web certificate of the TPP names.',
    example: 'https://tpp.example/notifications',
    at: mark('O', [...CREATING, 'startAuthorisation']),
  },
  {
    name: 'TPP-Notification-Content-Preferred',
    // An unknown preference is no reason to refuse a request (decision 27).
    format: 'own',
    isList: true,
    meaning:
      'SCA: each scaStatus of each authorisation; PROCESS: each status of the resource; LAST: only its last status, as if absent.',
    example: 'status=SCA,PROCESS',
    at: mark('O', [...CREATING, 'startAuthorisation']),
  },
  {
    name: 'TPP-Rejection-NoFunds-Preferred',
    format: 'truth',
    meaning: 'true: reject if funds are insufficient; false: wait for funds as in the online channel.',
    at: { createPayment: 'O' },
  },
  {
    name: 'PSU-IP-Address',
    format: 'address',
    meaning: 'IP address of the PSU. On reads of account data: sent if and only if the PSU asked for the data now.',
    example: '192.0.2.10',
    at: {
      ...mark('O', WITH_PSU),
      ...mark('C', [...PSU_NEARBY, 'readAccounts']),
    },
    condition: 'on creations if the profile has psuIpAddressRequired; on reads of accounts if the PSU asked',
    neededBy: { choice: 'psuIpAddressRequired', at: PSU_NEARBY },
  },
  { name: 'PSU-IP-Port', format: 'port', meaning: 'Port of the PSU.', at: DEVICE },
  { name: 'PSU-Accept', format: 'own', meaning: 'Accept of the PSU.', at: DEVICE },
  { name: 'PSU-Accept-Charset', format: 'own', meaning: 'Accept-Charset of the PSU.', at: DEVICE },
  { name: 'PSU-Accept-Encoding', format: 'own', meaning: 'Accept-Encoding of the PSU.', at: DEVICE },
  {
    name: 'PSU-Accept-Language',
    format: 'own',
    meaning: 'Language for the PSU: hr or en.',
    example: 'hr',
    at: DEVICE,
  },
  { name: 'PSU-User-Agent', format: 'own', meaning: 'Browser or app of the PSU.', at: DEVICE },
  { name: 'PSU-Http-Method', format: 'method', meaning: 'Method used between PSU and TPP.', at: DEVICE },
  { name: 'PSU-Device-ID', format: 'uuid', meaning: 'Id of the device or installation, a UUID.', at: DEVICE },
  {
    name: 'PSU-Geo-Location',
    format: 'place',
    meaning: 'Location of the PSU.',
    example: 'GEO:45.815011;15.981919',
    at: DEVICE,
  },
  { ...SIGNED, name: 'Digest', meaning: 'Hash of the body. Sent if and only if Signature is sent.' },
  { ...SIGNED, name: 'Signature', meaning: 'Signature of the request by the TPP.' },
  {
    ...SIGNED,
    name: 'TPP-Signature-Certificate',
    meaning: 'Certificate of the signature, in base64. Mandatory with Signature.',
  },
];
