import { REFUSALS, type Refusal } from '@xs2a/contracts';
import type { Seen } from '../black-box.ts';
import { type Check, expectSame, Mismatch, NotGiven } from '../check.ts';
import { paymentOrder } from '../orders.ts';
import type { Sent, TestContext } from '../test-context.ts';

/** A mistake, its status, and the words that are needed to correct it. */
interface Mistake {
  readonly name: string;
  readonly ask: string;
  readonly sent?: (context: TestContext) => Sent;
  readonly status: number;
  readonly says: (context: TestContext) => readonly string[];
}

const LIST = 'GET /v1/accounts/{account}/transactions';
const reading = (): Sent => ({ consent: 'readAll' });
const json = (body: unknown) => (): Sent => ({ body, headers: { 'Content-Type': 'application/json' } });

const MISTAKES: readonly Mistake[] = [
  {
    name: 'an address that is nowhere',
    ask: 'GET /v1/acounts',
    sent: reading,
    status: 404,
    says: () => ['/v1/accounts'],
  },
  {
    name: 'a payment service that is nowhere',
    ask: 'POST /v1/instant-payments/sepa-credit-transfers',
    sent: (context) => ({ body: paymentOrder(context) }),
    status: 404,
    says: () => ['/v1/payments/'],
  },
  {
    name: 'a media type that nobody reads',
    ask: 'POST /v1/consents',
    sent: () => ({ body: 'access=all', headers: { 'Content-Type': 'text/plain' } }),
    status: 415,
    says: () => ['Content-Type', 'application/json'],
  },
  {
    name: 'a product that is not offered',
    ask: 'POST /v1/payments/sepa-credit-transfer',
    sent: (context) => ({ body: paymentOrder(context) }),
    status: 404,
    says: ({ profile }) => profile.products.payments ?? [],
  },
  {
    name: 'malformed JSON',
    ask: 'POST /v1/consents',
    sent: json('{\n  "access": {},\n}'),
    status: 400,
    says: () => ['line 3', 'character 1'],
  },
  {
    name: 'a field that is misspelt',
    ask: 'POST {sepa}',
    sent: (context) => ({ body: paymentOrder(context, { creditorNam: 'Ana' }) }),
    status: 400,
    says: () => ['creditorNam', 'creditorName'],
  },
  {
    name: 'a text that is too long',
    ask: 'POST {sepa}',
    sent: (context) => ({ body: paymentOrder(context, { creditorName: 'x'.repeat(71) }) }),
    status: 400,
    says: () => ['creditorName', '70'],
  },
  {
    name: 'an amount with a comma',
    ask: 'POST {sepa}',
    sent: (context) => {
      const { currency } = context.facts;
      return { body: paymentOrder(context, { instructedAmount: { currency, amount: '12,50' } }) };
    },
    status: 400,
    says: () => ['instructedAmount.amount', 'a point'],
  },
  {
    name: 'a value that is none of the permitted',
    ask: `${LIST}?bookingStatus=BOOKED&dateFrom=2020-01-01`,
    sent: reading,
    status: 400,
    says: () => ['bookingStatus', 'booked', 'both'],
  },
  {
    name: 'a media type that cannot be answered',
    ask: 'GET /v1/accounts',
    sent: () => ({ ...reading(), headers: { Accept: 'application/xml' } }),
    status: 406,
    says: () => ['Accept', 'application/json'],
  },
  {
    name: 'a placeholder that was not filled in',
    ask: 'GET /v1/accounts/%7Baccount-id%7D/balances',
    sent: reading,
    status: 404,
    says: () => ['accountId', 'placeholder'],
  },
  {
    name: 'a day and an amount at once',
    ask: 'POST {sepa}',
    sent: (context) => {
      const { currency } = context.facts;
      const change = { instructedAmount: { currency, amount: '12,50' }, requestedExecutionDate: '31.12.2026' };
      return { body: paymentOrder(context, change) };
    },
    status: 400,
    says: () => ['instructedAmount.amount', 'a point', 'requestedExecutionDate', 'YYYY-MM-DD'],
  },
  {
    name: 'a parameter that is sent twice',
    ask: `${LIST}?bookingStatus=booked&dateFrom=2020-01-01&dateFrom=2020-01-02`,
    sent: reading,
    status: 400,
    says: () => ['dateFrom', 'once'],
  },
  {
    name: 'a scheme that is no address of a TPP',
    ask: 'POST {sepa}',
    sent: (context) => ({ body: paymentOrder(context), headers: { 'TPP-Redirect-URI': 'ftp://tpp.example/ok' } }),
    status: 400,
    says: () => ['TPP-Redirect-URI', 'https'],
  },
];

/** Checks that a page of this instance explains every error. */
const PAGES: Check = {
  id: 'refusals.pages',
  group: 'refusals',
  rule: 'every error with a code has a section on the page that its link opens (decision 11)',
  how: 'the page behind the Link of an error',
  run: async (context) => {
    const { headers } = await context.ask('POST /v1/consents', { body: {} });
    const page = pageOf(headers);
    if (page === undefined) throw new NotGiven('the bank shows no pages about errors');
    const { status, text } = await context.ask(`GET ${page.split('#')[0] ?? ''}`, { headers: { Accept: 'text/html' } });
    expectSame('the status of the page', status, 200);
    const coded = Object.entries<Refusal>(REFUSALS).filter(([, { code }]) => code !== undefined);
    const unlessOffered = coded
      .map(([situation]) => situation)
      .filter((situation) => !text.includes(`id="${situation}"`));
    expectSame('errors without a place', unlessOffered, []);
    expectSame('markup that is shown as text', /&lt;\/?(code|em|strong|a|p)\b/.exec(text)?.[0], undefined);
    const silent = coded.filter(([situation, { code }]) => !showsAnswer(text, situation, code));
    expectSame(
      'errors without an answer that is shown',
      silent.map(([situation]) => situation),
      [],
    );
  },
};

/** Whether a section of the page shows the body of its error, beside its heading. */
function showsAnswer(page: string, situation: string, code = ''): boolean {
  const [, place = ''] = page.split(`id="${situation}"`);
  const shown = (place.split('<details class="error"')[0] ?? '').split('<pre').slice(1);
  return shown.some((example) => example.includes(code));
}

/** Checks that the link of an answer leads to an explanation, even without a body. */
const LINKS: Check = {
  id: 'refusals.links',
  group: 'refusals',
  rule: 'either every error links to its section on a page, or none does (decision 11, RFC 8288)',
  how: 'all errors that the suite got',
  run: async ({ box }) => {
    const errors = box.seen.filter(({ status, endpoint }) => status >= 400 && endpoint !== undefined);
    const without = errors.filter(({ headers }) => pageOf(headers) === undefined);
    if (without.length === errors.length) throw new NotGiven('the bank shows no pages about errors');
    expectSame(
      'errors without a link',
      without.map(({ method, path, status }) => `${method} ${path} ${status}`),
      [],
    );
  },
};

/** Checks that an error answer alone is enough to correct a mistake. */
export function teachingChecks(): Check[] {
  const rows = MISTAKES.map(
    ({ name, ask, sent, status, says }): Check => ({
      id: `refusals.says: ${name}`,
      group: 'refusals',
      rule: 'an error says what is wrong and what is expected, with the element and a link to its page (decision 11)',
      how: `${ask}, ${name}`,
      run: async (context) => {
        const seen = await context.ask(ask, sent?.(context));
        expectSame('status', seen.status, status);
        const told = textIn(seen);
        const missing = says(context).filter((words) => !told.includes(words));
        if (missing.length > 0) throw new Mismatch(`the answer does not say: ${missing.join(', ')}`);
      },
    }),
  );
  return [...rows, PAGES, LINKS];
}

/** Text for the developer of a TPP, in either error form. */
function textIn({ body }: Seen): string {
  const messages = (body['tppMessages'] ?? []) as { path?: string; text?: string }[];
  const problems = [body, ...((body['additionalErrors'] as object[] | undefined) ?? [])] as { detail?: string }[];
  return [...messages.map(({ path = '', text = '' }) => `${path} ${text}`), ...problems.map((one) => one.detail)].join(
    '\n',
  );
}

function pageOf(headers: Headers): string | undefined {
  return /^<(.+)>; rel="help"$/.exec(headers.get('link') ?? '')?.[1];
}
