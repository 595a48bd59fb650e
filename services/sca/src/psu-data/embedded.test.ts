import type { ReplyOf, readScaStatus, ScaContent } from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { newestCode, otherThan, refusalOf, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

// Without payments no payee is verified.
const NO_PAYEES = profileFile({ payeeVerification: 'off' });
const services = forAllTests(() => startServicesOf(NO_PAYEES, 'bank', 'sca'));
beforeEach(async () => {
  // Failures of earlier tests count for the PSU, not only for their authorisations.
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

const OF_EXEMPT = { current: 'HR5899900051500000010', savings: 'HR1099900051600000017' };
const ofMulti = { content: transferFrom(IBAN.multi) };

async function embedded(overrides: ConstructorParameters<typeof TppAuthorisation>[1] = {}): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(services.bus, overrides);
  await authorisation.start();
  return authorisation;
}

/** Returns an authorisation whose code was sent to the only method of this PSU. */
async function untilCode(): Promise<{ authorisation: TppAuthorisation; code: string }> {
  const authorisation = await embedded(ofMulti);
  await authorisation.password('psu-multi');
  return { authorisation, code: await newestCode(services.bus, 'psu-multi') };
}

const passwordsVerified = (): Promise<number> => askedOfBank('verifyPassword');

async function askedOfBank(name: string): Promise<number> {
  const { operations } = services.running.bank.kit.metrics;
  const counted = (await operations.get()).values.filter(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === `bank.${name}`,
  );
  return counted.reduce((sum, { value }) => sum + value, 0);
}

const statusOf = async (authorisation: TppAuthorisation): Promise<ReplyOf<typeof readScaStatus>['scaStatus']> =>
  (await authorisation.status()).scaStatus;

describe('an embedded authorisation (decision 21)', () => {
  it('identified, password, choice of method, code: finalised', async () => {
    const authorisation = await embedded();
    expect(await authorisation.identify('psu-private')).toMatchObject({ scaStatus: 'psuIdentified', psuKnown: true });
    const authenticated = await authorisation.password('psu-private');
    expect(authenticated.scaStatus).toBe('psuAuthenticated');
    expect(authenticated.scaMethods?.map(({ authenticationMethodId }) => authenticationMethodId)).toEqual([
      'sms',
      'push',
      'photo',
    ]);
    const selected = await authorisation.select('sms');
    expect(selected).toMatchObject({
      scaStatus: 'scaMethodSelected',
      chosenScaMethod: { authenticationType: 'SMS_OTP' },
    });
    expect(selected.challengeData?.otpMaxLength).toBe(6);
    expect(selected.scaMethods).toBeUndefined();
    expect(await authorisation.code(await newestCode(services.bus))).toMatchObject({ scaStatus: 'finalised' });
  });

  it('a PSU with one method receives its challenge after the password', async () => {
    const { authorisation, code } = await untilCode();
    expect(await statusOf(authorisation)).toBe('scaMethodSelected');
    expect(await authorisation.code(code)).toMatchObject({ scaStatus: 'finalised' });
  });

  it('a start with the password verifies it at once; a repeated start gets the same response and verifies nothing', async () => {
    const authorisation = new TppAuthorisation(services.bus, ofMulti);
    const first = {
      psu: { psuId: 'psu-multi' },
      input: { kind: 'authentication', password: 'psu-multi-pass' },
    } as const;
    const started = await authorisation.start(first);
    expect(started).toMatchObject({
      scaStatus: 'scaMethodSelected',
      chosenScaMethod: { authenticationMethodId: 'sms' },
    });
    const verified = await passwordsVerified();
    expect(await authorisation.start(first)).toEqual(started);
    expect(await passwordsVerified()).toBe(verified);
  });

  it('a start with a wrong password names the link for another try; a repeated start is refused again and verifies nothing', async () => {
    const authorisation = new TppAuthorisation(services.bus, ofMulti);
    const first = { psu: { psuId: 'psu-multi' }, input: { kind: 'authentication', password: 'wrong' } } as const;
    const refusal = await refusalOf(authorisation.start(first));
    expect(refusal).toMatchObject({ situation: 'psuCredentialsInvalid', remedy: 'updatePsuAuthentication' });
    expect(refusal.authorisationId).toBe(authorisation.id);
    const verified = await passwordsVerified();
    expect(await refusalOf(authorisation.start(first))).toEqual(refusal);
    expect(await passwordsVerified()).toBe(verified);
    expect(await authorisation.password('psu-multi')).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });

  it('a PSU without a suitable method cannot authorise: both TPP and PSU learn why', async () => {
    const consent: ScaContent = {
      kind: 'consent',
      model: 'detailed',
      grants: [],
      rights: [],
      recurring: false,
      validUntil: '2030-01-01',
      frequencyPerDay: 1,
    };
    const lacking = { EMBEDDED: 'nemate način odobravanja', DECOUPLED: 'nemate uređaj' } as const;
    for (const [scaApproach, reason] of Object.entries(lacking) as [keyof typeof lacking, string][]) {
      const authorisation = await embedded({ content: consent, scaApproach });
      const failed = { scaStatus: 'failed', psuMessage: expect.stringContaining(reason) as string };
      expect(await authorisation.password('psu-nofactor')).toMatchObject({ ...failed, failure: 'scaMethodUnknown' });
      expect(await authorisation.status()).toEqual(failed);
    }
  });

  it('a transfer between own accounts is exempted if the bank permits it, another one is not', async () => {
    const exempted = await embedded({ content: transferFrom(OF_EXEMPT.current, OF_EXEMPT.savings) });
    expect(await exempted.password('psu-exempt')).toMatchObject({ scaStatus: 'exempted' });
    const usual = await embedded({ content: transferFrom(OF_EXEMPT.current) });
    expect(await usual.password('psu-exempt')).toMatchObject({ scaStatus: 'scaMethodSelected' });
  });

  it('the PSU is addressed in the language that the TPP names, by default in Croatian', async () => {
    const authorisation = await embedded();
    expect((await authorisation.status()).psuMessage).toMatch(/^Prijavite se/);
    const identification = { psu: { psuId: 'psu-private' }, language: 'en' } as const;
    const identified = await authorisation.update({ kind: 'identification' }, identification);
    expect(identified.psuMessage).toMatch(/^Enter your password/);
  });
});

describe('refusals (decision 21)', () => {
  it('data that the status does not permit changes nothing', async () => {
    const authorisation = await embedded();
    expect(await situationOf(authorisation.code('123456'))).toBe('statusInvalid');
    expect(await situationOf(authorisation.select('sms'))).toBe('statusInvalid');
    const confirmation = { kind: 'confirmation', confirmationCode: 'x' } as const;
    expect(await situationOf(authorisation.update(confirmation))).toBe('statusInvalid');
    await authorisation.identify('psu-private');
    expect(await situationOf(authorisation.identify('psu-private'))).toBe('statusInvalid');
    expect(await statusOf(authorisation)).toBe('psuIdentified');
  });

  it('for an unknown method, an unknown authorisation, and one of another TPP', async () => {
    const authorisation = await embedded();
    await authorisation.password('psu-private');
    const { situation, path, text } = await refusalOf(authorisation.select('chip'));
    expect([situation, path]).toEqual(['scaMethodUnknown', 'authenticationMethodId']);
    expect(text).toBe('must be one of scaMethods: sms, push, photo');
    const input = { kind: 'methodSelection', authenticationMethodId: 'sms' } as const;
    const other = { tpp: { id: 'PSDHR-HNB-OTHER', roles: [] } };
    expect(await situationOf(authorisation.update(input, other))).toBe('authorisationUnknown');
    expect(await situationOf(new TppAuthorisation(services.bus).update(input))).toBe('authorisationUnknown');
  });

  it('no data of a PSU is read before its password is right, so that the time reveals no more than the answer', async () => {
    const before = await askedOfBank('identifyPsu');
    for (const psuId of ['psu-private', 'psu-blocked', 'nobody', 'psu-corporate-1']) {
      expect(await situationOf((await embedded()).password(psuId, 'wrong'))).toBe('psuCredentialsInvalid');
    }
    expect(await askedOfBank('identifyPsu')).toBe(before);
    await (await embedded()).password('psu-private');
    expect(await askedOfBank('identifyPsu')).toBe(before + 1);
  });

  it('a blocked PSU (SERVICE_BLOCKED) is reported only after its password, and is no failure', async () => {
    const authorisation = await embedded();
    for (let time = 1; time <= 4; time++) {
      expect(await situationOf(authorisation.password('psu-blocked'))).toBe('serviceBlocked');
    }
    expect(await statusOf(authorisation)).toBe('received');
  });

  it('CORPORATE_ID_INVALID follows only the right password; before it, an unknown company reveals nothing', async () => {
    const named = (psuId: string, corporateId: string) => ({ psu: { psuId, corporateId } });
    const password = (word: string) => ({ kind: 'authentication', password: word }) as const;
    for (const corporateId of ['corp-nobody', 'corp-1']) {
      for (const psuId of ['psu-multi', 'psu-nobody']) {
        const authorisation = await embedded(ofMulti);
        const wrong = await refusalOf(authorisation.update(password('wrong'), named(psuId, corporateId)));
        expect(wrong).toMatchObject({ situation: 'psuCredentialsInvalid', remedy: 'updatePsuAuthentication' });
        const identified = authorisation.update({ kind: 'identification' }, named(psuId, corporateId));
        expect(await identified).toMatchObject({ scaStatus: 'psuIdentified' });
      }
    }
    const unknown = (await embedded(ofMulti)).update(password('psu-multi-pass'), named('psu-multi', 'corp-nobody'));
    expect(await refusalOf(unknown)).toMatchObject({
      situation: 'corporateIdInvalid',
      remedy: 'updatePsuAuthentication',
    });
    const own = await embedded({ content: transferFrom(IBAN.corporate) });
    const company = own.update(password('psu-corporate-1-pass'), named('psu-corporate-1', 'corp-1'));
    expect(await company).toMatchObject({ scaStatus: 'psuAuthenticated' });
  });

  it("an account that is not the PSU's, after the right password", async () => {
    const authorisation = await embedded();
    expect(await situationOf(authorisation.password('psu-multi', 'wrong'))).toBe('psuCredentialsInvalid');
    expect(await situationOf(authorisation.password('psu-multi'))).toBe('referencedResourceUnknown');
    expect(await statusOf(authorisation)).toBe('received');
  });
});

describe('codes', () => {
  it('a wrong code may be followed by another; the third ends the authorisation', async () => {
    const { authorisation, code } = await untilCode();
    for (let guess = 1; guess <= 2; guess++) {
      const refusal = await refusalOf(authorisation.code(otherThan(code, guess)));
      expect(refusal).toMatchObject({ situation: 'psuCredentialsInvalid', remedy: 'authoriseTransaction' });
    }
    expect((await refusalOf(authorisation.code(otherThan(code, 3)))).remedy).toBeUndefined();
    expect(await statusOf(authorisation)).toBe('failed');
  });

  it('spaces in a code are ignored, because apps and messages show codes in groups', async () => {
    const { authorisation, code } = await untilCode();
    const grouped = ` ${code.slice(0, 3)} ${code.slice(3)}\u00A0`;
    expect(await authorisation.code(grouped)).toMatchObject({ scaStatus: 'finalised' });
    const other = await untilCode();
    expect(await situationOf(other.authorisation.code('   '))).toBe('psuCredentialsInvalid');
  });

  it('an expired code requires a new authorisation, says so, and is not requested again', async () => {
    const authorisation = await embedded(ofMulti);
    await authorisation.password('psu-multi');
    services.clock.forward({ minutes: 6 });
    const refusal = await refusalOf(authorisation.code(await newestCode(services.bus, 'psu-multi')));
    expect(refusal).toMatchObject({
      situation: 'psuCredentialsInvalid',
      remedy: 'startAuthorisation',
      text: 'the code has expired; start another authorisation',
    });
    expect(await authorisation.status()).toEqual({
      scaStatus: 'scaMethodSelected',
      psuMessage: 'Kod je istekao. Pokrenite odobravanje ponovno.',
    });
  });
});
