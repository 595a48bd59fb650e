import { type AuthorisationState, answerDevice, type ScaApproach } from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { refusalOf, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { startServices, startServicesOf, type TestServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(() => forgetAll(services));

async function forgetAll(started: TestServices): Promise<void> {
  const database = started.database('sca');
  await database.collection('psuAttempts').deleteMany({});
  await database.collection('namedPsus').deleteMany({});
}

/** Known; unknown; blocked; without a device; without any method; with only its own accounts; of a company. */
const PSU_IDS = [
  'psu-private',
  'psu-nobody',
  'psu-blocked',
  'psu-multi',
  'psu-nofactor',
  'psu-empty',
  'psu-corporate-1',
];
const COMPANIES = [undefined, 'corp-1', 'corp-nobody'];
const APPROACHES: ScaApproach[] = ['EMBEDDED', 'DECOUPLED', 'REDIRECT'];
const CASES = PSU_IDS.flatMap((psuId) =>
  COMPANIES.map((corporateId) => ({ psuId, ...(corporateId && { corporateId }) })),
);

/** Returns a reply without the fields that differ from request to request. */
function formOf({ authorisationId: _, redirectReference, ...reply }: AuthorisationState): object {
  return { ...reply, redirectReference: redirectReference?.length };
}

interface Stored {
  _id: string;
  history: { event: string; by: string; from: string; to: string }[];
}

const movesOf = async ({ id }: TppAuthorisation) => {
  const found = await services.database('sca').collection<Stored>('authorisations').findOne({ _id: id });
  return found?.history.map(({ event, by, from, to }) => ({ event, by, from, to }));
};

describe.each(APPROACHES)('a PSU-ID alone reveals nothing (decision 38): %s', (scaApproach) => {
  const WAYS: [string, (authorisation: TppAuthorisation, psu: { psuId: string }) => Promise<AuthorisationState>][] = [
    ['named with the start', (authorisation, psu) => authorisation.start({ psu })],
    [
      'named by an update',
      async (authorisation, psu) => {
        await authorisation.start();
        return authorisation.update({ kind: 'identification' }, { psu });
      },
    ],
  ];

  it.each(WAYS)('%s, known, unknown and blocked PSUs and companies get one answer', async (_, named) => {
    const forms = new Set<string>();
    for (const psu of CASES) {
      const authorisation = new TppAuthorisation(services.bus, { scaApproach });
      const reply = await named(authorisation, psu);
      const seen = { reply: formOf(reply), status: await authorisation.status(), moves: await movesOf(authorisation) };
      forms.add(JSON.stringify(seen));
    }
    expect([...forms]).toHaveLength(1);
  });
});

describe('a decoupled authorisation of a PSU that cannot be prompted', () => {
  const decoupled = async (psuId: string) => {
    const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'DECOUPLED', psu: { psuId } });
    return { authorisation, reply: await authorisation.start() };
  };

  it('fails at its time-out, as after a prompt that nobody answers', async () => {
    const started = [await decoupled('psu-private'), await decoupled('psu-nobody')];
    services.clock.forward({ minutes: 4 });
    await services.running.sca.kit.jobs.runNow('expireAuthorisations');
    for (const { authorisation } of started) expect((await authorisation.status()).scaStatus).toBe('started');
    services.clock.forward({ minutes: 2 });
    await services.running.sca.kit.jobs.runNow('expireAuthorisations');
    const [asked, nobody] = started.map(({ authorisation }) => authorisation);
    expect((await nobody?.status())?.scaStatus).toBe('failed');
    expect(await nobody?.status()).toEqual(await asked?.status());
  });

  it('fails like others after five unanswered challenges', async () => {
    for (const psuId of ['psu-private', 'psu-nobody']) {
      const statuses = [];
      for (let asked = 1; asked <= 6; asked += 1) statuses.push((await decoupled(psuId)).reply.scaStatus);
      expect(statuses).toEqual([...Array.from({ length: 5 }, () => 'started'), 'failed']);
    }
  });

  it('accepts no answer of a device, and no other input', async () => {
    const { authorisation } = await decoupled('psu-multi');
    const answer = { psuId: 'psu-multi', authorisationId: authorisation.id, approve: true };
    expect(await services.bus.ask(answerDevice, answer)).toEqual({ answered: false });
    expect(await situationOf(authorisation.password('psu-multi'))).toBe('statusInvalid');
  });
});

describe('the password', () => {
  it('is refused as wrong for an unknown PSU that was identified', async () => {
    const refusals = [];
    for (const psuId of ['psu-private', 'psu-nobody', 'psu-blocked']) {
      const authorisation = new TppAuthorisation(services.bus, { psu: { psuId } });
      expect(await authorisation.start()).toMatchObject({ scaStatus: 'psuIdentified' });
      for (const word of ['a', 'b', 'c']) {
        const { situation, text, remedy, path } = await refusalOf(authorisation.password(psuId, word));
        refusals.push(JSON.stringify({ word, situation, text, remedy, path }));
      }
      expect((await authorisation.status()).scaStatus).toBe('failed');
    }
    expect(new Set(refusals).size).toBe(3);
  });
});

describe('the PSU-IDs that one TPP names', () => {
  const limited = forAllTests(() => startServicesOf(profileFile('limits: { unverifiedPsuIdsMax: 5 }'), 'bank', 'sca'));
  beforeEach(() => forgetAll(limited));

  const named = (psuId: string, more: ConstructorParameters<typeof TppAuthorisation>[1] = {}) =>
    new TppAuthorisation(limited.bus, { psu: { psuId }, ...more }).start();
  const WAYS: [string, (psuId: string) => Promise<unknown>][] = [
    ['embedded', (psuId) => named(psuId)],
    ['decoupled', (psuId) => named(psuId, { scaApproach: 'DECOUPLED' })],
    ['with a password', (psuId) => named(psuId, { input: { kind: 'authentication', password: 'summer' } })],
  ];

  it.each(WAYS)('are limited while their PSUs do not authenticate: %s', async (_, name) => {
    for (let number = 1; number <= 5; number += 1)
      expect(await situationOf(name(`psu-${number}`))).not.toBe('psuIdsExceeded');
    const refusal = await refusalOf(name('psu-6'));
    expect(refusal.situation).toBe('psuIdsExceeded');
    expect(refusal.retryAfterSeconds).toBeGreaterThan(3_000);
    expect(await situationOf(name('psu-private'))).toBe('psuIdsExceeded');
    // A PSU-ID that already counts may be named again.
    expect(await situationOf(name('psu-5'))).not.toBe('psuIdsExceeded');
  });

  it('are limited at the same moment too', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `psu-${index}`);
    const situations = await Promise.all(ids.map((psuId) => situationOf(named(psuId))));
    expect(situations.filter((situation) => situation === undefined).length).toBeLessThanOrEqual(5);
  });

  it('are forgotten after an hour; those of another TPP do not count', async () => {
    for (let number = 1; number <= 5; number += 1) await named(`psu-${number}`);
    const other = { tpp: { ...TPP, id: 'PSDHR-HNB-OTHER', roles: [...TPP.roles] } };
    expect(await named('psu-6', other)).toMatchObject({ scaStatus: 'psuIdentified' });
    expect(await situationOf(named('psu-6'))).toBe('psuIdsExceeded');
    limited.clock.forward({ minutes: 61 });
    expect(await named('psu-6')).toMatchObject({ scaStatus: 'psuIdentified' });
  });

  it('do not count once their PSU entered the right password, or approved on its device', async () => {
    const right = { input: { kind: 'authentication', password: 'psu-private-pass' } } as const;
    for (let number = 1; number <= 4; number += 1) await named(`psu-${number}`);
    await named('psu-private', right);
    expect(await named('psu-5')).toMatchObject({ scaStatus: 'psuIdentified' });
    expect(await situationOf(named('psu-6'))).toBe('psuIdsExceeded');
    await forgetAll(limited);
    for (let number = 1; number <= 4; number += 1) await named(`psu-${number}`);
    const authorisation = new TppAuthorisation(limited.bus, {
      scaApproach: 'DECOUPLED',
      psu: { psuId: 'psu-private' },
    });
    await authorisation.start();
    expect(await situationOf(named('psu-6'))).toBe('psuIdsExceeded');
    await limited.bus.ask(answerDevice, { psuId: 'psu-private', authorisationId: authorisation.id, approve: true });
    expect(await named('psu-6')).toMatchObject({ scaStatus: 'psuIdentified' });
  });

  it('permit the same start, repeated once the limit no longer applies', async () => {
    for (let number = 1; number <= 5; number += 1) await named(`psu-${number}`);
    const authorisation = new TppAuthorisation(limited.bus, { psu: { psuId: 'psu-6' } });
    expect(await situationOf(authorisation.start())).toBe('psuIdsExceeded');
    limited.clock.forward({ minutes: 61 });
    expect(await authorisation.start()).toMatchObject({ scaStatus: 'psuIdentified' });
  });
});
