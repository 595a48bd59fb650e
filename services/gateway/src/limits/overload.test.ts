import { forAllTests, TppClient } from '@xs2a/test-kit';
import { consentBody, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const AT_ONCE_MAX = 6;
const REQUESTS = 500;

const services = forAllTests(() =>
  startServicesWith({ REQUESTS_AT_ONCE_MAX: String(AT_ONCE_MAX) }, 'bank', 'sca', 'consent', 'gateway'),
);
let tpps: TppClient[];
beforeAll(async () => {
  const url = services.running.gateway.httpUrl ?? '';
  tpps = ['PSDHR-HNB-SANDBOX', 'PSDHR-HNB-OTHER', 'PSDHR-HNB-AISONLY'].map((id) => new TppClient(url, id));
});

async function create(tpp: TppClient | undefined) {
  const answer = await tpp?.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
  if (answer === undefined) throw new Error('there is no such TPP');
  return answer;
}

describe('more requests than the limit', () => {
  it('are answered with their result or with 503 and Retry-After, and all are accepted again afterwards', async () => {
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, index) => create(tpps[index % tpps.length])),
    );
    const done = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 503);
    expect(done.length + refused.length).toBe(REQUESTS);
    expect(done.length).toBeGreaterThanOrEqual(AT_ONCE_MAX);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, text } of refused) {
      expect(headers.get('retry-after')?.length).toBe(1);
      expect(text).toContain('"code":"SERVICE_UNAVAILABLE"');
    }
    // Refused requests must not have stored anything.
    const stored = await services.database('consent').collection('consents').countDocuments();
    expect(stored).toBe(done.length);

    for (const tpp of tpps) expect((await create(tpp)).status).toBe(201);
  }, 60_000);
});
