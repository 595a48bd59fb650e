import { answerDevice } from '@xs2a/contracts';
import { forAllTests, hrefOf, profileFile, type TppAnswer } from '@xs2a/test-kit';
import { newestCode, refusalOf, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { linkNames, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { TppAuthorisation, transferFrom } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

const OF_DEVICES = { content: transferFrom('HR3899900051700000014') };
const SELECT = 'selectAuthenticationMethod';

const system = forAllTests(() => startPaymentServices(profileFile('methodMayChange: true')));
beforeEach(async () => {
  await system.services.database('sca').collection('psuAttempts').deleteMany({});
});

/** Returns an authorisation after the password, with a challenge by this method. */
async function awaiting(method: string, overrides: object = OF_DEVICES): Promise<TppAuthorisation> {
  const authorisation = new TppAuthorisation(system.services.bus, overrides);
  await authorisation.start();
  await authorisation.password('psu-devices');
  await authorisation.select(method);
  return authorisation;
}

const codeOf = (psuId = 'psu-devices') => newestCode(system.services.bus, psuId);
const answered = ({ id: authorisationId }: TppAuthorisation) =>
  system.services.bus.ask(answerDevice, { psuId: 'psu-devices', authorisationId, approve: true });

describe('while an answer is awaited (decision 39)', () => {
  it('a code is sent again: the new code counts, the previous one does not', async () => {
    const authorisation = await awaiting('sms');
    const before = await codeOf();
    const again = await authorisation.select('sms');
    expect(again).toMatchObject({ scaStatus: 'scaMethodSelected', chosenScaMethod: { authenticationMethodId: 'sms' } });
    expect(again.scaMethods).toHaveLength(3);
    expect(await situationOf(authorisation.code(before))).toBe('psuCredentialsInvalid');
    expect((await authorisation.code(await codeOf())).scaStatus).toBe('finalised');
  });

  it('an expired code is replaced by another one, without a new authorisation', async () => {
    const authorisation = await awaiting('sms');
    const expired = await codeOf();
    system.services.clock.forward({ minutes: 6 });
    expect(await refusalOf(authorisation.code(expired))).toMatchObject({
      situation: 'psuCredentialsInvalid',
      remedy: SELECT,
      text: 'the code has expired; select a method again, and another code is sent',
    });
    expect((await authorisation.status()).psuMessage).toBe('Kod je istekao. Zatražite novi.');
    await authorisation.select('sms');
    expect((await authorisation.code(await codeOf())).scaStatus).toBe('finalised');
  });

  it('a device replaces a code, another device the first, and a code both', async () => {
    const authorisation = await awaiting('sms');
    expect(await authorisation.select('push')).toMatchObject({ scaStatus: 'started', scaApproach: 'DECOUPLED' });
    const second = await authorisation.select('push-2');
    expect(second).toMatchObject({ scaStatus: 'started', chosenScaMethod: { name: 'iPad' } });
    const typed = await authorisation.select('sms');
    expect(typed).toMatchObject({ scaStatus: 'scaMethodSelected', scaApproach: 'EMBEDDED' });
    // The device can no longer approve, and the authorisation no longer ends when the device's time runs out.
    expect(await answered(authorisation)).toEqual({ answered: false });
    system.services.clock.forward({ minutes: 6 });
    await system.services.running.sca.kit.jobs.runNow('expireAuthorisations');
    await authorisation.select('sms');
    expect((await authorisation.code(await codeOf())).scaStatus).toBe('finalised');
  });

  it('in a decoupled authorisation a PSU with two devices switches to the other one', async () => {
    const authorisation = await awaiting('push', { ...OF_DEVICES, scaApproach: 'DECOUPLED' });
    const changed = await authorisation.select('push-2');
    expect(changed.scaMethods?.map(({ authenticationMethodId }) => authenticationMethodId)).toEqual(['push', 'push-2']);
    expect(await situationOf(authorisation.select('sms'))).toBe('scaMethodUnknown');
    expect(await answered(authorisation)).toEqual({ answered: true });
    expect((await authorisation.status()).scaStatus).toBe('finalised');
  });

  it('wrong codes add up, whatever was sent in between', async () => {
    const authorisation = await awaiting('sms');
    for (const _ of [1, 2, 3]) {
      expect(await situationOf(authorisation.code('x'))).toBe('psuCredentialsInvalid');
      if (_ < 3) await authorisation.select('sms');
    }
    expect((await authorisation.status()).scaStatus).toBe('failed');
  });

  it('nothing is sent again before the password: the TPP knows no method, and no telephone keeps ringing', async () => {
    const named = { ...OF_DEVICES, scaApproach: 'DECOUPLED', psu: { psuId: 'psu-devices' } } as const;
    const authorisation = new TppAuthorisation(system.services.bus, named);
    expect((await authorisation.start()).scaMethods).toBeUndefined();
    expect(await situationOf(authorisation.select('push-2'))).toBe('statusInvalid');
  });

  it('responses have the link to the methods beside that for the code', async () => {
    const headers = { 'TPP-Redirect-Preferred': 'false', 'PSU-ID': 'psu-private' };
    const made = await system.pay({}, headers);
    const put = (answer: TppAnswer, link: string, body: object) => system.tpp.put(hrefOf(answer, link), body);
    const password = { psuData: { password: 'psu-private-pass' } };
    const started = await system.tpp.post(hrefOf(made, 'startAuthorisationWithPsuAuthentication'), password, {
      headers,
    });
    const asked = await put(started, SELECT, { authenticationMethodId: 'sms' });
    expect(linkNames(asked).toSorted()).toEqual(['authoriseTransaction', 'scaStatus', SELECT].toSorted());
    const other = await put(asked, SELECT, { authenticationMethodId: 'push' });
    expect(other.headers.get('aspsp-sca-approach')).toBe('DECOUPLED');
    expect([linkNames(other).toSorted(), other.body['scaMethods']]).toEqual([
      ['scaStatus', SELECT].toSorted(),
      asked.body['scaMethods'],
    ]);
  });
});
