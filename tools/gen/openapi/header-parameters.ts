import type { Endpoint, EndpointKey } from '@xs2a/contracts';
import { HEADER_FORMATS } from '../../../services/gateway/src/checks/header-formats.ts';
import { CHECKS } from '../../../services/gateway/src/request-checks.ts';

interface Header {
  readonly name: string;
  readonly description: string;
  readonly example?: string;
}

/** Texts of the headers (interface 5.3, field guide 6.1); how each is written is the gateway's table. */
const GROUPS = {
  request: [
    {
      name: 'X-Request-ID',
      description:
        'Id of this request, a UUID that the TPP makes. A creation repeated under the same id is one creation.',
      example: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
    },
  ],
  signature: [
    { name: 'Digest', description: 'Hash of the body. Sent if and only if Signature is.' },
    { name: 'Signature', description: 'Signature of the request by the TPP at application level.' },
    {
      name: 'TPP-Signature-Certificate',
      description: 'The certificate that the signature was made with, in base64. Needed with Signature.',
    },
  ],
  consent: [
    {
      name: 'Consent-ID',
      description: 'The consent under which is asked.',
      example: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    },
  ],
  psu: [
    { name: 'PSU-ID', description: 'Name of the PSU at the bank.', example: 'psu-private' },
    { name: 'PSU-ID-Type', description: 'Type of PSU-ID, where a PSU has several.' },
    { name: 'PSU-Corporate-ID', description: 'The company, in a corporate context.' },
    { name: 'PSU-Corporate-ID-Type', description: 'Type of PSU-Corporate-ID.' },
  ],
  wishes: [
    {
      name: 'TPP-Redirect-Preferred',
      description: 'true: redirect is preferred; false: it is not; left out: the bank chooses.',
    },
    {
      name: 'TPP-Decoupled-Preferred',
      description: 'true: decoupled is preferred; false: it is not; left out: the bank chooses.',
    },
    {
      name: 'TPP-Redirect-URI',
      description: 'Where the browser of the PSU comes back to. Needed where TPP-Redirect-Preferred is true.',
      example: 'https://tpp.example/ok',
    },
    {
      name: 'TPP-Nok-Redirect-URI',
      description: 'Where it comes back to after a refusal.',
      example: 'https://tpp.example/nok',
    },
    { name: 'TPP-Explicit-Authorisation-Preferred', description: 'true: the TPP starts the authorisation itself.' },
  ],
  notification: [
    {
      name: 'TPP-Notification-URI',
      description:
        'Where the TPP is told when a status moves; its host must be named in the web certificate of the TPP.',
      example: 'https://tpp.example/notifications',
    },
    {
      name: 'TPP-Notification-Content-Preferred',
      description:
        'SCA: each scaStatus of each authorisation; PROCESS: each status of the resource; LAST: only the last one, as where left out.',
      example: 'status=SCA,PROCESS',
    },
  ],
  funds: [
    {
      name: 'TPP-Rejection-NoFunds-Preferred',
      description: 'true: reject where funds are insufficient; false: wait for funds as in the online channel.',
    },
  ],
  presence: [
    {
      name: 'PSU-IP-Address',
      description: 'Address of the PSU. On reads of account data: sent if and only if the PSU asked for it now.',
      example: '192.0.2.10',
    },
  ],
  device: [
    { name: 'PSU-IP-Port', description: 'Port of the PSU.' },
    { name: 'PSU-Accept', description: 'Accept of the PSU.' },
    { name: 'PSU-Accept-Charset', description: 'Accept-Charset of the PSU.' },
    { name: 'PSU-Accept-Encoding', description: 'Accept-Encoding of the PSU.' },
    { name: 'PSU-Accept-Language', description: 'Language in which the PSU is addressed: hr or en.', example: 'hr' },
    { name: 'PSU-User-Agent', description: 'Browser or app of the PSU.' },
    { name: 'PSU-Http-Method', description: 'Method used between PSU and TPP.' },
    { name: 'PSU-Device-ID', description: 'The device or installation, a UUID.' },
    { name: 'PSU-Geo-Location', description: 'Where the PSU is.', example: 'GEO:45.815011;15.981919' },
  ],
} as const satisfies Record<string, readonly Header[]>;

type Where = (row: Endpoint, key: EndpointKey) => boolean;

/** Which group is read where (field guide 6.2). */
const GROUPS_AT: readonly (readonly [keyof typeof GROUPS, Where])[] = [
  ['request', () => true],
  ['consent', ({ readsAccounts, family }) => readsAccounts === true || family === 'PIIS'],
  ['psu', ({ creates, authorises }) => creates === true || authorises !== undefined],
  ['wishes', ({ creates, authorises }, key) => creates === true || authorises === 'start' || key === 'cancelPayment'],
  ['notification', ({ creates, authorises }) => creates === true || authorises === 'start'],
  ['funds', (_, key) => key === 'initiatePayment'],
  ['presence', ({ family }) => family !== 'PIIS'],
  ['device', ({ family }) => family !== 'PIIS'],
  ['signature', () => true],
];

/** Headers that a check of the gateway demands, by the name of the check. */
const DEMANDED: Readonly<Record<string, string>> = { requestId: 'X-Request-ID', consentId: 'Consent-ID' };

/** The name of a header among the components. */
function componentOf(name: string, required: boolean): string {
  return required ? `${name}-required` : name;
}

function isDemanded(name: string, row: Endpoint): boolean {
  return CHECKS.some(([check, holdsFor]) => DEMANDED[check.name] === name && holdsFor(row));
}

/** The headers of a request to an endpoint, as references to components. */
export function headerParametersOf(key: EndpointKey, row: Endpoint): { $ref: string }[] {
  return GROUPS_AT.filter(([, isRead]) => isRead(row, key)).flatMap(([group]) =>
    GROUPS[group].map(({ name }) => ({ $ref: `#/components/parameters/${componentOf(name, isDemanded(name, row))}` })),
  );
}

/** Every header of a request, as a component; those that are demanded at some endpoints only in both ways. */
export function headerComponents() {
  const headers: readonly Header[] = Object.values(GROUPS).flat();
  const everywhere = ['X-Request-ID'];
  return Object.fromEntries(
    headers.flatMap(({ name, ...rest }) => {
      const demanded = Object.values(DEMANDED).includes(name);
      const uses = everywhere.includes(name) ? [true] : demanded ? [true, false] : [false];
      const schema = HEADER_FORMATS.get(name.toLowerCase())?.schema ?? { type: 'string' };
      return uses.map((required) => [
        componentOf(name, required),
        { name, in: 'header' as const, required, ...rest, schema },
      ]);
    }),
  );
}
