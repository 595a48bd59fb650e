import { type AuthorisationState, type ScaInput, Xs2aError } from '@xs2a/contracts';
import { runInContext } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { newestCode, refusalOf } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Authorisation } from '../model/authorisation.ts';
import type { PsuAttempts } from '../model/psu-attempts.ts';
import { answerOnce } from './answer-once.ts';

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

type Send = () => Promise<AuthorisationState>;
const PSU = { psu: { psuId: 'psu-private' } };
const password = (text = 'psu-private-pass'): ScaInput => ({ kind: 'authentication', password: text });
const select: ScaInput = { kind: 'methodSelection', authenticationMethodId: 'sms' };
const code = (scaAuthenticationData: string): ScaInput => ({ kind: 'transactionAuthorisation', scaAuthenticationData });
const OTHER_CODE = '000000x';

async function embedded(): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.private) });
  await authorisation.start();
  return authorisation;
}

/** A request of the TPP that a test may send several times. */
function request(authorisation: TppAuthorisation, input: ScaInput, requestId: string = crypto.randomUUID()): Send {
  const named = input.kind === 'authentication' || input.kind === 'identification' ? PSU : {};
  return () => runInContext({ requestId, traceparent: '' }, () => authorisation.update(input, { ...named, requestId }));
}

async function until(step: 'authenticated' | 'challenged'): Promise<TppAuthorisation> {
  const authorisation = await embedded();
  await request(authorisation, password())();
  if (step === 'challenged') await request(authorisation, select)();
  return authorisation;
}

const authorisations = () => services.database('sca').collection<Authorisation>('authorisations');
async function stored({ id }: TppAuthorisation): Promise<Authorisation> {
  const found = await authorisations().findOne({ _id: id });
  if (found === null) throw new Error('not stored');
  return found;
}
async function psuFailures(): Promise<number> {
  const all = await services.database('sca').collection<PsuAttempts>('psuAttempts').find().toArray();
  return all.reduce((sum, { failures = 0 }) => sum + failures, 0);
}
const said = ({ situation, path, text, remedy }: Xs2aError) => ({ situation, path, text, remedy });

/** Restores the state in which the service died before it stored the response of the newest update. */
async function cutOff({ id }: TppAuthorisation, more: Record<string, unknown> = {}): Promise<void> {
  const found = await authorisations().findOne({ _id: id });
  const last = (found?.updates?.length ?? 0) - 1;
  const at = `updates.${last}`;
  await authorisations().updateOne(
    { _id: id },
    {
      $unset: { [`${at}.reply`]: '', [`${at}.refused`]: '' } as never,
      $set: { [`${at}.heldUntil`]: new Date(0), ...more } as never,
    },
  );
}

describe('an update of an authorisation that is repeated under its X-Request-ID (decision 2)', () => {
  it('gets the same answer at every step, also after the code was used', async () => {
    const authorisation = await embedded();
    const answers: AuthorisationState[] = [];
    const twice = async (input: ScaInput): Promise<void> => {
      const send = request(authorisation, input);
      const first = await send();
      expect(await send()).toEqual(first);
      answers.push(first);
    };
    await twice({ kind: 'identification' });
    await twice(password());
    await twice(select);
    expect((await stored(authorisation)).challengesSent).toBe(1);
    await twice(code(await newestCode(services.bus)));
    expect(answers.map(({ scaStatus }) => scaStatus)).toEqual([
      'psuIdentified',
      'psuAuthenticated',
      'scaMethodSelected',
      'finalised',
    ]);
    expect((await stored(authorisation)).failures).toBe(0);
  });

  it('gets the same refusal, and counts one attempt', async () => {
    const authorisation = await embedded();
    const wrong = request(authorisation, password('wrong'));
    const first = said(await refusalOf(wrong()));
    expect(first).toMatchObject({ situation: 'psuCredentialsInvalid', remedy: 'updatePsuAuthentication' });
    for (let again = 1; again <= 4; again++) expect(said(await refusalOf(wrong()))).toEqual(first);
    expect([(await stored(authorisation)).failures, await psuFailures()]).toEqual([1, 1]);
    await refusalOf(request(authorisation, password('wrong'))());
    expect([(await stored(authorisation)).failures, await psuFailures()]).toEqual([2, 2]);
  });

  it('is judged by the status at its claim if another request moved it meanwhile, and may be sent again', async () => {
    const authorisation = await embedded();
    const moveTo = async (scaStatus: Authorisation['scaStatus']): Promise<void> => {
      await authorisations().updateOne({ _id: authorisation.id }, { $set: { scaStatus } });
    };
    const applied: string[] = [];
    const send = (movedTo: Authorisation['scaStatus']): Promise<AuthorisationState> =>
      answerOnce(
        { authorisations: authorisations(), now: () => new Date() },
        {
          requestId: crypto.randomUUID(),
          hash: 'hash',
          kid: 'kid',
          isSame: ({ hash }) => hash === 'hash',
          find: async () => {
            const found = await stored(authorisation);
            await moveTo(movedTo);
            return found;
          },
          refuse: ({ scaStatus }) => {
            if (scaStatus !== 'received') throw new Xs2aError('statusInvalid');
          },
          apply: ({ scaStatus }) => {
            applied.push(scaStatus);
            throw new Xs2aError('statusConflict');
          },
          answerMoved: () => expect.unreachable('no request moved it'),
        },
      );
    expect((await refusalOf(send('psuIdentified'))).situation).toBe('statusInvalid');
    expect(applied).toEqual([]);
    await moveTo('received');
    expect((await refusalOf(send('received'))).situation).toBe('statusConflict');
    expect(applied).toEqual(['received']);
  });

  it('gets the same refusal after the last attempt', async () => {
    const authorisation = await until('challenged');
    const sends = [1, 2, 3].map(() => request(authorisation, code(OTHER_CODE)));
    const first: unknown[] = [];
    for (const send of sends) first.push(said(await refusalOf(send())));
    expect((await stored(authorisation)).scaStatus).toBe('failed');
    const again: unknown[] = [];
    for (const send of sends) again.push(said(await refusalOf(send())));
    expect(again).toEqual(first);
    expect((await refusalOf(request(authorisation, code(OTHER_CODE))())).situation).toBe('authorisationFailed');
  });

  it('is processed once if it is sent ten times at once, and all get the same answer', async () => {
    const authorisation = await until('authenticated');
    const send = request(authorisation, select);
    const all = await Promise.all(Array.from({ length: 10 }, send));
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const wrong = request(authorisation, code(OTHER_CODE));
    const refusals = await Promise.all(Array.from({ length: 10 }, () => refusalOf(wrong())));
    expect(new Set(refusals.map((refusal) => JSON.stringify(said(refusal)))).size).toBe(1);
    const { challengesSent, failures } = await stored(authorisation);
    expect([challengesSent, failures, await psuFailures()]).toEqual([1, 1, 1]);
  });

  it('with other data is another request', async () => {
    const authorisation = await embedded();
    const requestId = crypto.randomUUID();
    await refusalOf(request(authorisation, password('wrong'), requestId)());
    expect(await request(authorisation, password(), requestId)()).toMatchObject({ scaStatus: 'psuAuthenticated' });
    expect(await request(authorisation, select, requestId)()).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });

  it('that did not fit the status has changed nothing, and may be sent again once it fits', async () => {
    const authorisation = await embedded();
    const early = request(authorisation, select);
    expect((await refusalOf(early())).situation).toBe('statusInvalid');
    await request(authorisation, password())();
    expect(await early()).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });
});

describe('an update that was cut off', () => {
  it('after it moved the status is answered from that status', async () => {
    const authorisation = await until('challenged');
    const send = request(authorisation, code(await newestCode(services.bus)));
    const first = await send();
    await cutOff(authorisation);
    expect(await send()).toEqual(first);
    expect((await stored(authorisation)).history.filter(({ event }) => event === 'approved')).toHaveLength(1);
  });

  it('after its attempt was counted counts no second one, for the authorisation or the PSU', async () => {
    const authorisation = await embedded();
    const wrong = request(authorisation, password('wrong'));
    const first = said(await refusalOf(wrong()));
    await cutOff(authorisation);
    expect(said(await refusalOf(wrong()))).toEqual(first);
    expect([(await stored(authorisation)).failures, await psuFailures()]).toEqual([1, 1]);
  });

  it('while the first request is at work waits for its answer', async () => {
    const authorisation = await embedded();
    const wrong = request(authorisation, password('wrong'));
    await refusalOf(wrong());
    const future = new Date(services.clock.now().getTime() + 60_000);
    const { updates = [] } = await stored(authorisation);
    const { refused } = updates.at(-1) ?? {};
    await cutOff(authorisation, { 'updates.0.heldUntil': future });
    const waiting = refusalOf(wrong());
    await authorisations().updateOne({ _id: authorisation.id }, { $set: { 'updates.0.refused': refused } as never });
    expect((await waiting).situation).toBe('psuCredentialsInvalid');
    await cutOff(authorisation, { 'updates.0.heldUntil': future });
    expect((await refusalOf(wrong())).situation).toBe('requestInFlight');
  });
});

it('a start that was cut off after its attempt was counted counts no second one either', async () => {
  const input = password('wrong');
  const authorisation = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.private), ...PSU, input });
  const first = said(await refusalOf(authorisation.start()));
  await authorisations().updateOne(
    { _id: authorisation.id },
    { $unset: { refusedAtStart: '' }, $set: { begunUntil: new Date(0) } },
  );
  expect(said(await refusalOf(authorisation.start()))).toEqual(first);
  expect([(await stored(authorisation)).failures, await psuFailures()]).toEqual([1, 1]);
  const { hash = '' } = (await stored(authorisation)).updates?.at(-1) ?? {};
  expect(hash).toMatch(/^[\w-]{43}$/);
});

it('a stored request contains no password and no code, and is not a plain hash', async () => {
  const authorisation = await until('challenged');
  const sent = await newestCode(services.bus);
  await request(authorisation, code(sent))();
  const { updates = [] } = await stored(authorisation);
  expect(updates).toHaveLength(3);
  const text = JSON.stringify(updates);
  expect(text).not.toContain('psu-private-pass');
  expect(text).not.toContain(sent);
  // The same request at another authorisation has another hash too.
  expect(new Set(updates.map(({ hash }) => hash)).size).toBe(3);
  expect(updates.every(({ hash, kid }) => /^[\w-]{43}$/.test(hash) && kid.length > 0)).toBe(true);
});
