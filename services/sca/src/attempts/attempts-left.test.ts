import { forAllTests } from '@xs2a/test-kit';
import { newestCode, refusalOf } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

async function embedded(language: 'hr' | 'en' = 'en', psuId?: string): Promise<TppAuthorisation> {
  const wishes = { language };
  const authorisation = new TppAuthorisation(services.bus, { content: transferFrom(IBAN.multi), wishes });
  await authorisation.start(psuId === undefined ? {} : { psu: { psuId } });
  return authorisation;
}

const messageOf = async (authorisation: TppAuthorisation) => (await authorisation.status()).psuMessage;

describe('the PSU is warned before its last attempt (RTS 2018/389, Art. 4(4)), in psuMessage of the SCA status', () => {
  it.each([
    ['hr', 'Broj preostalih pokušaja: 2.', 'Preostao je još jedan pokušaj', 'bilo je previše pogrešnih unosa'],
    ['en', 'You have 2 attempts left.', 'You have one attempt left', 'there were too many wrong entries'],
  ] as const)('in %s, in the same words whether PSU-ID or password was wrong', async (language, two, last, over) => {
    const messagesByPsu: (string | undefined)[][] = [];
    for (const psuId of ['psu-multi', 'psu-nobody']) {
      const authorisation = await embedded(language);
      const before = await messageOf(authorisation);
      expect(before).not.toMatch(/pokušaj|attempt/);
      const messages: (string | undefined)[] = [];
      for (const left of [2, 1, 0]) {
        const refusal = await refusalOf(authorisation.password(psuId, 'wrong'));
        expect(refusal.situation).toBe('psuCredentialsInvalid');
        if (left > 0) expect(refusal.text).toContain(`attempts left: ${left}`);
        else expect(refusal.text).toMatch(/: PSU-ID or password is wrong; no attempt is left/);
        messages.push(refusal.text, await messageOf(authorisation));
      }
      expect(messages[1]).toContain(two);
      expect(messages[3]).toContain(last);
      expect(messages[5]).toContain(over);
      messagesByPsu.push(messages);
    }
    expect(messagesByPsu[1]).toEqual(messagesByPsu[0]);
  });

  it('wrong codes add to wrong passwords, and the answer to the right password already warns', async () => {
    const authorisation = await embedded();
    for (const wrong of ['a', 'b']) await refusalOf(authorisation.password('psu-multi', wrong));
    const passed = await authorisation.password('psu-multi');
    expect(passed).toMatchObject({ scaStatus: 'scaMethodSelected' });
    expect(passed.psuMessage).toContain('You have one attempt left');
    const right = await newestCode(services.bus, 'psu-multi');
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect((await refusalOf(authorisation.code(wrong))).remedy).toBeUndefined();
    expect(await authorisation.status()).toMatchObject({
      scaStatus: 'failed',
      psuMessage: 'The request was not approved: there were too many wrong entries.',
    });
  });

  it('failures in other authorisations count too; the PSU is asked to wait while its PSU-ID is locked', async () => {
    const earlier = await embedded();
    for (const wrong of ['a', 'b', 'c']) await refusalOf(earlier.password('psu-multi', wrong));
    const authorisation = await embedded();
    const before = await refusalOf(authorisation.password('psu-multi', 'd'));
    expect([before.text, before.retryAfterSeconds]).toEqual([expect.stringContaining('attempts left: 1'), undefined]);
    expect(await messageOf(authorisation)).toContain('You have one attempt left');
    expect((await refusalOf(authorisation.password('psu-multi', 'e'))).text).toContain('try again in some minutes');
    const late = await refusalOf(authorisation.password('psu-multi'));
    expect(late.text).toContain('try again in some minutes');
    const waitSeconds = late.retryAfterSeconds ?? 0;
    expect(waitSeconds).toBeGreaterThan(600);
    services.clock.forward({ minutes: 5 });
    const later = await refusalOf(authorisation.password('psu-multi'));
    expect(later.retryAfterSeconds).toBeLessThanOrEqual(waitSeconds - 300);
    expect(await messageOf(authorisation)).toContain('Too many wrong entries: please try again in some minutes.');
    expect((await authorisation.status()).scaStatus).toBe('received');
    await services.database('sca').collection('psuAttempts').deleteMany({});
    expect((await authorisation.password('psu-multi')).psuMessage).not.toContain('Too many');
  });

  it('a PSU without a failure gets no warning', async () => {
    const authorisation = await embedded('en', 'psu-multi');
    expect(await messageOf(authorisation)).toBe('Enter your password at the bank.');
    expect((await authorisation.password('psu-multi')).psuMessage).not.toContain('attempt');
    const code = await newestCode(services.bus, 'psu-multi');
    expect((await authorisation.code(code)).psuMessage).toBe('The request is approved.');
  });
});
