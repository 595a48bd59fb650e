import { ENDPOINTS, type EndpointKey, HEADER_RULES, REFUSALS, type Refusal, type Situation } from '@xs2a/contracts';
import { askWithoutCertificate } from '../ask-by-tls.ts';
import { refusalIn } from '../black-box.ts';
import { type Check, expectSame } from '../check.ts';
import { endpointAt } from '../endpoint-at.ts';
import type { TestContext } from '../test-context.ts';
import { firstOf, needsPortal, needsTls, offered, unlessOffered } from './offered-features.ts';
import { expectRefused, type Refused } from './refused.ts';
import { REFUSED_BEFORE_LOOKUP } from './refused-before-lookup.ts';
import { REFUSED_PAYING } from './refused-paying.ts';
import { REFUSED_READING } from './refused-reading.ts';

const ROWS: readonly Refused[] = [...REFUSED_BEFORE_LOOKUP, ...REFUSED_READING, ...REFUSED_PAYING];

/** Error cases that cannot be caused from outside, or not within a minute, and why. */
export const UNREACHABLE: Partial<Record<Situation, string>> = {
  notOfferedYet: 'every endpoint of the interface is there',
  requestInFlight: 'a matter of milliseconds: the first of two same requests must still be worked on',
  statusConflict: 'a matter of milliseconds: two changes of one resource at one moment',
  requestTimedOut: 'takes as long as the patience of the server',
  tokenInvalid: 'tried by the tests of OAuth: a client of it must walk the pages of the bank',
  tokenExpired: 'takes the minutes of accessTokenMinutes',
  referencedResourceExpired: 'takes a day: the consent must lapse before it is named',
  redirectLinkExpired: 'takes the minutes of redirectLinkMinutes',
  scaSessionOver: 'takes the minutes of scaSessionMinutes',
  serviceUnavailable: 'a part of the bank would have to be away',
  payeeMismatchesExceeded: 'tries out names of an account of the bank under test',
  psuIdsExceeded: 'names more PSU-IDs than a TPP may: the PSUs of the bank under test would be asked',
  rateExceeded: 'takes more requests at once than requestBurst: a load that harms others',
  overloaded: 'would need a load that harms others',
  internalError: 'a fault that is known would be mended',
};

const HEADERS = new Set(HEADER_RULES.map(({ name }) => name));

export function refusalChecks(): Check[] {
  const counts = new Map<Situation, number>();
  const rows = ROWS.map((row): Check => {
    const number = (counts.get(row.situation) ?? 0) + 1;
    counts.set(row.situation, number);
    const refusal: Refusal = REFUSALS[row.situation];
    const [method = '', path = ''] = row.ask.split(' ');
    const endpoint = endpointAt(method, endpointPathOf(path));
    const expected = [refusal.status, refusal.code, row.path].filter((part) => part !== undefined).join(' ');
    return {
      id: `refusals.${row.situation}${number === 1 ? '' : `.${number}`}`,
      group: 'refusals',
      situation: row.situation,
      ...(endpoint !== undefined && { endpoint }),
      ...(row.path !== undefined && HEADERS.has(row.path) && { header: row.path }),
      rule: `${refusal.text}: ${expected} (decision 11)`,
      how: row.ask,
      missing: firstOf(endpoint && offered(endpoint), row.missing),
      run: (context) => runRefused(context, row),
    };
  });
  return [...rows, ...AT_OTHER_ADDRESSES];
}

/** Replaces services in braces by paths. Other names stay, as they suffice to find the endpoint. */
function endpointPathOf(template: string): string {
  const path = template.split('?')[0] ?? '';
  const services = {
    sepa: 'payments/x',
    otherProduct: 'payments/x',
    periodic: 'periodic-payments/x',
    bulks: 'bulk-payments/x',
  };
  return Object.entries(services).reduce((text, [name, written]) => text.replace(`{${name}}`, `/v1/${written}`), path);
}

async function runRefused(context: TestContext, { situation, ask, sent, path, first }: Refused): Promise<void> {
  await first?.(context);
  expectRefused(context, await context.ask(ask, await sent?.(context)), situation, path);
}

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const leftOut = (context: TestContext): EndpointKey[] => KEYS.filter((key) => offered(key)?.(context) !== undefined);

/** At other addresses than the plain listener for TPPs: mutual TLS, and the pages of the PSU. */
const AT_OTHER_ADDRESSES: readonly Check[] = [
  {
    id: 'refusals.addressUnknown.not offered',
    group: 'refusals',
    situation: 'addressUnknown',
    rule: 'the addresses of a service that the bank does not offer do not exist: 404 (decision 10)',
    how: 'every endpoint that the profile leaves out',
    missing: (context) => unlessOffered(leftOut(context).length > 0, 'every service is offered'),
    run: async (context) => {
      for (const key of leftOut(context)) {
        const { method, path } = ENDPOINTS[key];
        const body = method === 'POST' || method === 'PUT' ? {} : undefined;
        const seen = await context.ask(`${method} ${path.replaceAll(/\{\w+\}/g, 'nowhere')}`, { body });
        expectSame(`the answer of ${key}`, refusalIn(seen), { status: 404, code: 'RESOURCE_UNKNOWN' });
      }
    },
  },
  {
    id: 'refusals.fieldInvalid.all at once',
    group: 'refusals',
    situation: 'fieldInvalid',
    rule: 'all faults of a body are reported at once, each with its element (decision 11)',
    how: 'POST /v1/consents with {}',
    run: async (context) => {
      const { body, headers } = await context.ask('POST /v1/consents', { body: {} });
      const messages = body['tppMessages'] as { path?: string }[] | undefined;
      const problems = [body, ...((body['additionalErrors'] as object[] | undefined) ?? [])] as { detail?: string }[];
      const named = messages?.map(({ path }) => path) ?? problems.map(({ detail = '' }) => detail.split(': ')[0]);
      expectSame('the elements', named, ['access', 'recurringIndicator', 'validUntil', 'frequencyPerDay']);
      const [, page] = /^<(.+)>; rel="help"$/.exec(headers.get('link') ?? '') ?? [];
      // A bank may serve no pages.
      expectSame('the link to the page of the error', page ?? '/docs/errors#fieldInvalid', '/docs/errors#fieldInvalid');
    },
  },
  {
    id: 'refusals.certificateMissing',
    group: 'refusals',
    situation: 'certificateMissing',
    rule: 'a client certificate is required: 401 CERTIFICATE_MISSING (RTS 2018/389, Art. 34)',
    how: 'a request by TLS without a client certificate',
    missing: needsTls,
    run: async ({ environment }) => {
      const answer = await askWithoutCertificate(environment.tlsUrl ?? '', environment.certificates);
      expectSame('the answer', answer, { status: 401, code: 'CERTIFICATE_MISSING' });
    },
  },
  {
    id: 'refusals.redirectLinkUnknown',
    group: 'refusals',
    situation: 'redirectLinkUnknown',
    rule: 'an unknown or used link is answered with 404 (decision 22)',
    how: 'the PSU opens an address of its own choice',
    missing: needsPortal,
    run: async ({ environment }) => {
      const page = await fetch(new URL('/sca/never-given', environment.portal));
      expectSame('status', page.status, 404);
    },
  },
];
