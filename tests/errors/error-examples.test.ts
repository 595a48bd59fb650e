import { REFUSALS, type Refusal, type Situation } from '@xs2a/contracts';
import { ERROR_EXAMPLES, type ErrorExample, type ExampleRequest, errorOf } from '@xs2a/developer-pages';
import { tppMessagesBody } from '@xs2a/gateway/interface';
import { type TppAnswer, TppClient } from '@xs2a/test-kit';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { beforeAll, expect, it } from 'vitest';

let tpp: TppClient;
beforeAll(async () => {
  tpp = new TppClient((await sharedSystem()).gatewayUrl);
});

/** Sends a request with the ids that answers before it gave. */
async function send({ ask, headers = {}, body }: ExampleRequest, known: Map<string, string>): Promise<TppAnswer> {
  const filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (braced, name: string) => known.get(name) ?? braced);
  const [method = '', path = ''] = filled(ask).split(' ');
  const answer = await tpp.call(method, path, {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
    ...(body !== undefined && { body: typeof body === 'string' ? body : filled(JSON.stringify(body)) }),
  });
  for (const name of ['consentId', 'paymentId']) {
    if (typeof answer.body[name] === 'string') known.set(name, answer.body[name]);
  }
  return answer;
}

const EXAMPLES = Object.entries(ERROR_EXAMPLES) as [Situation, ErrorExample][];

it.each(EXAMPLES)(
  'the example of %s on the page about errors brings about exactly what the page shows',
  async (situation, example) => {
    const known = new Map([['unknown', crypto.randomUUID()]]);
    for (const before of example.after ?? []) expect((await send(before, known)).status).toBeLessThan(300);
    const { status, headers, body } = await send(example, known);
    const refusal: Refusal = REFUSALS[situation];
    expect(status, JSON.stringify(body)).toBe(refusal.status);
    expect(headers.get('link')).toBe(`</docs/errors#${situation}>; rel="help"`);
    const shown = JSON.parse(
      JSON.stringify(tppMessagesBody(errorOf(situation, example), refusal.code ?? '')),
    ) as object;
    const varying = {
      tppMessages: [{ category: 'ERROR', code: refusal.code, path: example.path, text: expect.any(String) }],
    };
    expect(body).toMatchObject(example.varies ? varying : shown);
  },
);
