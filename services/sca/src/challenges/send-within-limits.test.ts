import {
  answerDevice,
  authenticatePsu,
  authoriseTransaction,
  readInbox,
  selectMethod,
  selectSignInMethod,
  sendChallenge,
  signIn,
} from '@xs2a/contracts';
import { runInContext } from '@xs2a/service-kit';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { newestCode, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

/** Twice the limit of challenges, and more than the limit of an authorisation. */
const TEN = Array.from({ length: 10 }, (_, index) => index);
const PRIVATE = { psu: { psuId: 'psu-private' } };

interface Stored {
  _id: string;
  challengesSent: number;
  challengesAsked: { id: string }[];
}

const stored = ({ id }: TppAuthorisation) =>
  services.database('sca').collection<Stored>('authorisations').findOne({ _id: id });

const codesSent = async (psuId = 'psu-private'): Promise<number> =>
  (await services.bus.ask(readInbox, { psuId })).messages.length;

/** Kinds of outage in which a bank does not send a challenge, with the recovery. */
const OUTAGES: [string, () => Promise<AsyncDisposable>][] = [
  ['is not there', stopBank],
  ['answers errors', breakBank],
];

async function stopBank(): Promise<AsyncDisposable> {
  await services.running.bank.stop();
  return { [Symbol.asyncDispose]: () => services.restart('bank') };
}

/** A bank that finds its PSUs and then fails. */
async function breakBank(): Promise<AsyncDisposable> {
  const psus = services.database('bank').collection<{ _id: string; scaMethods?: object[] }>('psus');
  const before = await psus.find().toArray();
  await psus.updateMany({}, { $unset: { scaMethods: '' } }, { bypassDocumentValidation: true });
  return {
    async [Symbol.asyncDispose]() {
      for (const { _id, scaMethods = [] } of before) await psus.updateOne({ _id }, { $set: { scaMethods } });
    },
  };
}

/** A bank that receives challenges and answers nothing; collects their ids. */
async function swallowChallenges(): Promise<AsyncDisposable & { ids: string[] }> {
  await services.running.bank.stop();
  const ids: string[] = [];
  const subscription = standIn(services.bus, sendChallenge, ({ challengeId }) => {
    ids.push(challengeId);
    return new Promise(() => {});
  });
  await services.bus.connection.flush();
  return {
    ids,
    async [Symbol.asyncDispose]() {
      await subscription.drain();
      await services.restart('bank');
    },
  };
}

/** Asks with a short deadline, so that a silent bank is soon given up. */
const soon = <T>(ask: () => Promise<T>): Promise<T> =>
  runInContext({ requestId: 'soon', traceparent: '', deadline: Date.now() + 400 }, ask);

async function embedded(): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(services.bus);
  await authorisation.start();
  await authorisation.password('psu-private');
  return authorisation;
}

/** Opens the bank's page after the password, where the PSU may choose a method any number of times. */
async function openPage() {
  const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' });
  const { redirectReference = '' } = await authorisation.start();
  const credentials = { psuId: 'psu-private', password: 'psu-private-pass' };
  let { session = '' } = await services.bus.ask(authenticatePsu, { redirectReference, ...credentials });
  return {
    authorisation,
    async choose(authenticationMethodId: string) {
      const reply = await services.bus.ask(selectMethod, { session, authenticationMethodId });
      session = reply.session ?? session;
      return reply.view;
    },
    async enter(scaAuthenticationData: string) {
      return (await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData })).view;
    },
  };
}

const unavailable = (situation: string | undefined): boolean =>
  situation === 'serviceUnavailable' || situation === 'internalError';

describe.each(OUTAGES)('while the bank %s, a challenge that was not sent does not count (decision 39)', (_, outage) => {
  it('through the TPP: after ten failed choices the authorisation is open, and the next one sends', async () => {
    const authorisation = await embedded();
    {
      await using _bank = await outage();
      for (const _time of TEN) expect(await situationOf(authorisation.select('sms'))).toSatisfy(unavailable);
    }
    expect(await authorisation.select('sms')).toMatchObject({ scaStatus: 'scaMethodSelected' });
    expect((await stored(authorisation))?.challengesSent).toBe(1);
    expect(await authorisation.code(await newestCode(services.bus))).toMatchObject({ scaStatus: 'finalised' });
  });

  it('through the TPP, by several methods', async () => {
    const authorisation = await embedded();
    {
      await using _bank = await outage();
      for (const time of TEN)
        expect(await situationOf(authorisation.select(time % 2 ? 'photo' : 'sms'))).toSatisfy(unavailable);
    }
    expect(await authorisation.select('push')).toMatchObject({ scaStatus: 'started' });
  });

  it('on the page, with a new code after a first one', async () => {
    const page = await openPage();
    await page.choose('sms');
    {
      await using _bank = await outage();
      for (const _time of TEN) expect(await situationOf(page.choose('sms'))).toSatisfy(unavailable);
    }
    await page.choose('sms');
    expect(await page.enter(await newestCode(services.bus))).toMatchObject({ scaStatus: 'finalised' });
  });

  it('at the sign-in', async () => {
    const { session = '' } = await services.bus.ask(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
    const choose = () => services.bus.ask(selectSignInMethod, { session, authenticationMethodId: 'sms' });
    {
      await using _bank = await outage();
      for (const _time of TEN) expect(await situationOf(choose())).toSatisfy(unavailable);
    }
    expect((await choose()).view.step).toBe('transactionAuthorisation');
  });
});

describe('on a device of a PSU that its TPP names', () => {
  it('is prompted after ten starts for which the bank sent nothing', async () => {
    const started = TEN.map(() => new TppAuthorisation(services.bus, { scaApproach: 'DECOUPLED' }));
    for (const authorisation of started) await authorisation.start();
    {
      await using _bank = await breakBank();
      for (const authorisation of started) await situationOf(authorisation.identify('psu-private'));
    }
    const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'DECOUPLED', ...PRIVATE });
    expect(await authorisation.start()).toMatchObject({ scaStatus: 'started' });
    await services.bus.ask(answerDevice, { psuId: 'psu-private', authorisationId: authorisation.id, approve: true });
    expect((await authorisation.status()).scaStatus).toBe('finalised');
  });

  it('is prompted five times at most without an answer, however many starts come at the same moment', async () => {
    const before = await promptsOf('psu-private');
    const starts = TEN.map(() => new TppAuthorisation(services.bus, { scaApproach: 'DECOUPLED', ...PRIVATE }));
    await Promise.allSettled(starts.map((authorisation) => authorisation.start()));
    expect((await promptsOf('psu-private')) - before).toBe(5);
    const late = new TppAuthorisation(services.bus, { scaApproach: 'DECOUPLED', ...PRIVATE });
    expect(await late.start()).toMatchObject({ scaStatus: 'failed' });
  });
});

describe('a challenge without a known outcome', () => {
  it('is repeated under its id, counted once, and sent once', async () => {
    const authorisation = await embedded();
    const before = await codesSent();
    let ids: string[];
    {
      await using bank = await swallowChallenges();
      for (const _time of TEN)
        expect(await situationOf(soon(() => authorisation.select('sms')))).toBe('serviceUnavailable');
      ({ ids } = bank);
    }
    expect(new Set(ids).size).toBe(1);
    expect(await authorisation.select('sms')).toMatchObject({ scaStatus: 'scaMethodSelected' });
    expect((await stored(authorisation))?.challengesAsked.at(-1)?.id).toBe(ids[0]);
    expect((await stored(authorisation))?.challengesSent).toBe(1);
    expect((await codesSent()) - before).toBe(1);
    expect(await authorisation.code(await newestCode(services.bus))).toMatchObject({ scaStatus: 'finalised' });
  });

  it('does not fail the authorisation while it counts, and no longer counts after half a minute', async () => {
    const page = await openPage();
    for (const _time of [1, 2, 3, 4]) await page.choose('photo');
    {
      await using _bank = await swallowChallenges();
      await situationOf(soon(() => page.choose('sms')));
    }
    expect(await situationOf(page.choose('photo'))).toBe('serviceUnavailable');
    services.clock.forward({ minutes: 1 });
    expect(await page.choose('photo')).toMatchObject({ scaStatus: 'scaMethodSelected' });
    expect(await page.choose('sms')).toMatchObject({ scaStatus: 'failed' });
  });
});

describe('challenges that were sent', () => {
  it('are five at most for one authorisation, in sequence', async () => {
    const page = await openPage();
    const before = await codesSent();
    for (const _time of [1, 2, 3, 4, 5]) await page.choose('sms');
    expect(await page.choose('sms')).toMatchObject({ scaStatus: 'failed' });
    expect((await codesSent()) - before).toBe(5);
  });

  it('are five at most for one authorisation, however many are requested at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const page = await openPage();
      const before = await codesSent();
      const methods = TEN.map((time) => (time % 2 ? 'sms' : 'photo'));
      for (const _burst of TEN) await Promise.allSettled(methods.map((method) => page.choose(method)));
      const sent = (await stored(page.authorisation))?.challengesSent;
      expect(sent).toBe(5);
      expect((await codesSent()) - before).toBe(sent);
    }
  });
});

describe('an attempt that the bank could not verify', () => {
  it.each([
    ['is not there', stopBank],
    ['fails', breakPasswords],
  ])('does not count: ten wrong passwords and codes while the bank %s', async (_, outage) => {
    const authorisation = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.multi) });
    await authorisation.start();
    {
      await using _bank = await outage();
      for (const _time of TEN)
        expect(await situationOf(authorisation.password('psu-multi', 'wrong'))).toSatisfy(unavailable);
    }
    await authorisation.password('psu-multi');
    const code = await newestCode(services.bus, 'psu-multi');
    {
      await using _bank = await stopBank();
      for (const _time of TEN) expect(await situationOf(authorisation.code('000000'))).toBe('serviceUnavailable');
    }
    expect(await authorisation.code(code)).toMatchObject({ scaStatus: 'finalised' });
  });
});

/** A bank that cannot read its passwords. */
async function breakPasswords(): Promise<AsyncDisposable> {
  const psus = services.database('bank').collection<{ _id: string; password?: unknown }>('psus');
  const before = await psus.find().toArray();
  await psus.updateMany({}, { $set: { password: 1 } }, { bypassDocumentValidation: true });
  return {
    async [Symbol.asyncDispose]() {
      for (const { _id, password = '' } of before) await psus.updateOne({ _id }, { $set: { password } });
    },
  };
}

function promptsOf(psuId: string): Promise<number> {
  return services.database('bank').collection('devicePrompts').countDocuments({ psuId });
}
