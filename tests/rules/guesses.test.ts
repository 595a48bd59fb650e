import { Xs2aError } from '@xs2a/contracts';
import { METRICS, type Metrics } from '@xs2a/service-kit';
import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/authorise-as-tpp';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PERMITTED = 5;

let services: TestServices;
beforeEach(async () => {
  services = await startServices('bank', 'sca');
});
afterEach(() => services[Symbol.asyncDispose]());

/** An authorisation in which a code is awaited. */
async function awaitingCode(): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.multi) });
  await authorisation.start();
  await authorisation.password('psu-multi');
  return authorisation;
}

function otherThan(code: string, by: number): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

async function codesJudged(): Promise<number> {
  const { values } = await services.running.bank.get<Metrics>(METRICS).operations.get();
  return values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === 'bank.verifyChallenge')
    .reduce((sum, { value }) => sum + value, 0);
}

/** What the TPP is told of a refusal, but where to go next. */
async function toldBy(ask: Promise<unknown>): Promise<object> {
  const error: unknown = await ask.catch((refusal: unknown) => refusal);
  if (!(error instanceof Xs2aError)) throw new Error('it was not refused');
  const { situation, path, text } = error;
  return { situation, path, text };
}

describe('guessing one-time codes (RTS 2018/389 Art. 4 (3) b)', () => {
  it('five wrong ones over two authorisations, then the right one: refused in the words of the last, also after a restart of sca', async () => {
    const first = await awaitingCode();
    const second = await awaitingCode();
    const right = await newestCode(services.bus, 'psu-multi');
    const told: object[] = [];
    for (let by = 1; by <= 3; by++) told.push(await toldBy(first.code(otherThan(right, by))));
    for (let by = 1; by <= 2; by++) told.push(await toldBy(second.code(otherThan(right, by))));
    expect(await codesJudged()).toBe(PERMITTED);
    told.push(await toldBy(second.code(right)));
    await services.running.sca.stop();
    await services.restart('sca');
    told.push(await toldBy(second.code(right)));
    expect(await codesJudged()).toBe(PERMITTED);
    // Each says how many are left (decision 21); the right one no more than the wrong one that closed the PSU-ID.
    const [closing] = told.slice(-3);
    expect(told.slice(-2)).toEqual([closing, closing]);
    const kinds = new Set(told.map((said) => JSON.stringify({ ...said, text: undefined })));
    expect([...kinds]).toEqual([JSON.stringify({ situation: 'psuCredentialsInvalid' })]);
    // Not for good: the authorisation goes on once the PSU-ID is open again, with a code that lives then.
    expect((await second.status()).scaStatus).toBe('scaMethodSelected');
  });

  it('fifty at the same moment over ten authorisations of one PSU: no more than five are judged, then not even the right one', async () => {
    const authorisations: TppAuthorisation[] = [];
    for (let number = 0; number < 10; number++) authorisations.push(await awaitingCode());
    const right = await newestCode(services.bus, 'psu-multi');
    const last = authorisations.at(-1);
    const guesses = authorisations.flatMap((authorisation) =>
      [1, 2, 3, 4, 5].map((by) => toldBy(authorisation.code(otherThan(right, by)))),
    );
    await Promise.all(guesses.map((guess) => guess.catch(() => undefined)));
    expect(await codesJudged()).toBeLessThanOrEqual(PERMITTED);
    expect(await codesJudged()).toBeGreaterThan(0);
    const judged = await codesJudged();
    const open = last && (await last.status()).scaStatus === 'scaMethodSelected' ? last : authorisations[0];
    if (open !== undefined) await toldBy(open.code(right));
    expect(await codesJudged()).toBe(judged);
  });

  it('fifty passwords at the same moment over ten authorisations, then the right one', async () => {
    const authorisations = Array.from(
      { length: 10 },
      () => new TppAuthorisation(services.bus, { content: transferFrom(IBAN.multi) }),
    );
    for (const authorisation of authorisations) await authorisation.start();
    const guesses = authorisations.flatMap((authorisation) =>
      [1, 2, 3, 4, 5].map((number) => toldBy(authorisation.password('psu-multi', `guess-${number}`))),
    );
    await Promise.all(guesses.map((guess) => guess.catch(() => undefined)));
    const { values } = await services.running.bank.get<Metrics>(METRICS).operations.get();
    const judged = values.find(
      ({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === 'bank.verifyPassword',
    );
    expect(judged?.value).toBeLessThanOrEqual(PERMITTED);
    const late = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.multi) });
    await late.start();
    expect(await toldBy(late.password('psu-multi'))).toMatchObject({ situation: 'psuCredentialsInvalid' });
  });
});
