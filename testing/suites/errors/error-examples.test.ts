import { REFUSALS, type Refusal, type Situation } from '@xs2a/contracts';
import { ERROR_EXAMPLES, type ErrorExample, type ExampleRequest, errorOf } from '@xs2a/developer-pages';
import { tppMessagesBody } from '@xs2a/gateway/interface';
import { PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { beforeAll, expect, it } from 'vitest';

let tpp: TppClient;
let psu: PsuClient;
beforeAll(async () => {
  const { gatewayUrl, portalUrl } = await sharedSystem();
  [tpp, psu] = [new TppClient(gatewayUrl), new PsuClient(portalUrl)];
});

/** Stores the ids of an answer under the names that later requests use. */
function note({ body }: TppAnswer, known: Map<string, string>): void {
  const { _links, accounts } = body as { _links?: object; accounts?: object[] };
  if ('paymentId' in body) known.set('otherPaymentId', known.get('paymentId') ?? '');
  if ('consentId' in body) known.set('otherConsentId', known.get('consentId') ?? '');
  const links = Object.values(_links ?? {}) as { href: string }[];
  const authorisation = links
    .map(({ href }) => /authorisations\/([^/]+)/.exec(href)?.[1])
    .find((id) => id !== undefined);
  const [account] = (accounts ?? []) as { resourceId: string }[];
  const ids = { ...body, authorisationId: body['authorisationId'] ?? authorisation };
  for (const name of ['consentId', 'paymentId', 'authorisationId'] as const) {
    const id = ids[name as keyof typeof ids];
    if (typeof id === 'string') known.set(name, id);
  }
  if (account !== undefined) known.set('accountId', account.resourceId);
}

/** Sends a request with the ids from earlier answers. */
async function send({ ask, headers = {}, body }: ExampleRequest, known: Map<string, string>): Promise<TppAnswer> {
  if (headers['PSU-ID'] !== undefined) known.set('psuId', headers['PSU-ID']);
  if (JSON.stringify(body)?.includes('{code}')) known.set('code', await psu.newestCode(known.get('psuId') ?? ''));
  const filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (braced, name: string) => known.get(name) ?? braced);
  const [method = '', path = ''] = filled(ask).split(' ');
  const answer = await tpp.call(method, path, {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
    ...(body !== undefined && { body: typeof body === 'string' ? body : filled(JSON.stringify(body)) }),
  });
  note(answer, known);
  return answer;
}

async function prepare(before: ExampleRequest, known: Map<string, string>): Promise<void> {
  const { until, isRefused = false } = before;
  const answer = await eventually(
    () => send(before, known),
    ({ body }) => until === undefined || until.includes(String(body['transactionStatus'])),
  );
  expect(answer.status >= 400, `${before.ask}: ${answer.status} ${answer.text}`).toBe(isRefused);
}

const EXAMPLES = Object.entries(ERROR_EXAMPLES) as [Situation, ErrorExample][];

it.each(EXAMPLES)(
  'the example of %s on the page about errors gives exactly the answer shown',
  async (situation, example) => {
    const known = new Map([['unknown', crypto.randomUUID()]]);
    for (const before of example.after ?? []) await prepare(before, known);
    const { status, headers, body, text } = await send(example, known);
    const refusal: Refusal = REFUSALS[situation];
    expect(status, text).toBe(refusal.status);
    expect(headers.get('link')).toBe(`</docs/errors#${situation}>; rel="help"`);
    if (refusal.code === undefined) return expect(text).toBe('');
    const shown = JSON.parse(JSON.stringify(tppMessagesBody(errorOf(situation, example), refusal.code))) as object;
    const varying = {
      tppMessages: [
        {
          category: 'ERROR',
          code: refusal.code,
          ...(example.path !== undefined && { path: example.path }),
          text: expect.any(String),
        },
      ],
    };
    expect(body).toMatchObject(example.varies ? varying : shown);
  },
);
