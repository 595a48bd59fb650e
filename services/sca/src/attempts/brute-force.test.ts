import { Xs2aError } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { newestCode, otherThan, refusalOf, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';
import { PSU_ATTEMPTS } from '../model/psu-attempts.ts';
import { takePsuAttempt } from './psu-attempts.ts';

const PERMITTED = 5;

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

async function started(): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.multi) });
  await authorisation.start();
  return authorisation;
}

/** Starts an authorisation that waits for a code. */
async function awaitingCode(): Promise<TppAuthorisation> {
  const authorisation = await started();
  await authorisation.password('psu-multi');
  return authorisation;
}

/** Counts verifications by the bank; they matter, not the answers. */
async function verifiedAtBank(operation: 'verifyChallenge' | 'verifyPassword'): Promise<number> {
  const { values } = await services.running.bank.kit.metrics.operations.get();
  return values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === `bank.${operation}`)
    .reduce((sum, { value }) => sum + value, 0);
}

/** Details of a refusal for the TPP, except the next step. */
async function refusalDetails(ask: Promise<unknown>): Promise<object> {
  const error: unknown = await ask.catch((refusal: unknown) => refusal);
  if (!(error instanceof Xs2aError)) throw new Error('it was not refused');
  const { situation, path, text } = error;
  return { situation, path, text };
}

describe('guessing one-time codes (RTS 2018/389, Art. 4(3)(b))', () => {
  it('five wrong codes over two authorisations, then the right one: it is refused like the last wrong one, also after a restart of sca', async () => {
    const before = await verifiedAtBank('verifyChallenge');
    const first = await awaitingCode();
    const second = await awaitingCode();
    const right = await newestCode(services.bus, 'psu-multi');
    const refusals: object[] = [];
    for (let by = 1; by <= 3; by++) refusals.push(await refusalDetails(first.code(otherThan(right, by))));
    for (let by = 1; by <= 2; by++) refusals.push(await refusalDetails(second.code(otherThan(right, by))));
    expect((await verifiedAtBank('verifyChallenge')) - before).toBe(PERMITTED);
    refusals.push(await refusalDetails(second.code(right)));
    await services.running.sca.stop();
    await services.restart('sca');
    refusals.push(await refusalDetails(second.code(right)));
    expect((await verifiedAtBank('verifyChallenge')) - before).toBe(PERMITTED);
    // Each says how many attempts are left (decision 21); the right code learns no more than the wrong one that closed
    // the PSU-ID.
    const [closing] = refusals.slice(-3);
    expect(refusals.slice(-2)).toEqual([closing, closing]);
    const kinds = new Set(refusals.map((refusal) => JSON.stringify({ ...refusal, text: undefined })));
    expect([...kinds]).toEqual([JSON.stringify({ situation: 'psuCredentialsInvalid' })]);
    // The lock is temporary: once the PSU-ID is unlocked, the authorisation continues with a code that is valid then.
    expect((await second.status()).scaStatus).toBe('scaMethodSelected');
  });

  it('fifty codes at the same moment over ten authorisations of one PSU: at most five are verified, then not even the right one', async () => {
    const before = await verifiedAtBank('verifyChallenge');
    const authorisations: TppAuthorisation[] = [];
    for (let number = 0; number < 10; number++) authorisations.push(await awaitingCode());
    const right = await newestCode(services.bus, 'psu-multi');
    const last = authorisations.at(-1);
    const guesses = authorisations.flatMap((authorisation) =>
      [1, 2, 3, 4, 5].map((by) => refusalDetails(authorisation.code(otherThan(right, by)))),
    );
    await Promise.all(guesses.map((guess) => guess.catch(() => undefined)));
    const verified = await verifiedAtBank('verifyChallenge');
    expect(verified - before).toBeLessThanOrEqual(PERMITTED);
    expect(verified - before).toBeGreaterThan(0);
    const open = last && (await last.status()).scaStatus === 'scaMethodSelected' ? last : authorisations[0];
    if (open !== undefined) await refusalDetails(open.code(right));
    expect(await verifiedAtBank('verifyChallenge')).toBe(verified);
  });
});

describe('guessing passwords (RTS 2018/389, Art. 4(3)(b))', () => {
  it('fifty passwords at the same moment over ten authorisations: no more than five are verified, and then not even the right one is accepted', async () => {
    const before = await verifiedAtBank('verifyPassword');
    const authorisations = await Promise.all(Array.from({ length: 10 }, () => started()));
    const guesses = authorisations.flatMap((authorisation) =>
      [1, 2, 3, 4, 5].map((number) => refusalDetails(authorisation.password('psu-multi', `guess-${number}`))),
    );
    await Promise.all(guesses.map((guess) => guess.catch(() => undefined)));
    expect((await verifiedAtBank('verifyPassword')) - before).toBeLessThanOrEqual(PERMITTED);
    const late = await started();
    expect(await refusalDetails(late.password('psu-multi'))).toMatchObject({ situation: 'psuCredentialsInvalid' });
  });

  it('five failures in a row over several authorisations lock the PSU-ID, whether it exists or not; the right password is too late', async () => {
    const fail = async (psuId: string): Promise<void> => {
      for (const times of [3, 2]) {
        const authorisation = await started();
        for (let guess = 1; guess <= times; guess++) await situationOf(authorisation.password(psuId, 'wrong'));
      }
    };
    await Promise.all([fail('psu-multi'), fail('psu-nobody')]);
    const closed = await started();
    expect(await refusalOf(closed.password('psu-multi'))).toMatchObject({
      situation: 'psuCredentialsInvalid',
      remedy: 'updatePsuAuthentication',
    });
    // No failure of this authorisation: it continues once the PSU-ID is unlocked, also after a restart.
    await services.running.sca.stop();
    await services.restart('sca');
    expect(await situationOf(closed.password('psu-multi'))).toBe('psuCredentialsInvalid');
    services.clock.forward({ minutes: 16 });
    expect(await closed.password('psu-multi')).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });

  it('a PSU-ID that is locked a second time in a row stays locked twice as long', async () => {
    const fail = async (): Promise<void> => {
      const authorisations = await Promise.all(Array.from({ length: PERMITTED }, () => started()));
      await Promise.all(
        authorisations.map((authorisation) => situationOf(authorisation.password('psu-multi', 'wrong'))),
      );
    };
    await fail();
    services.clock.forward({ minutes: 16 });
    await fail();
    const authorisation = await started();
    services.clock.forward({ minutes: 16 });
    expect(await situationOf(authorisation.password('psu-multi'))).toBe('psuCredentialsInvalid');
    services.clock.forward({ minutes: 15 });
    expect(await situationOf(authorisation.password('psu-multi'))).toBeUndefined();
  });
});

describe('attempts without an outcome, because sca died while the bank verified them', () => {
  it('lock the PSU-ID only for the maximum duration of a request, unlike wrong ones', async () => {
    const { collection, profile, now } = services.running.sca.kit;
    const context = { psuAttempts: collection(PSU_ATTEMPTS), profile, now };
    for (let attempt = 1; attempt <= PERMITTED; attempt++) await takePsuAttempt(context, 'psu-multi');
    const authorisation = await started();
    expect(await situationOf(authorisation.password('psu-multi'))).toBe('psuCredentialsInvalid');
    services.clock.forward({ minutes: 1 });
    expect(await authorisation.password('psu-multi')).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });
});
