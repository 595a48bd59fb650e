import type { ScaApproach } from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { refusalOf } from '@xs2a/test-system/ask-as-gateway';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { describe, expect, it } from 'vitest';

const OFFERS: readonly (readonly ScaApproach[])[] = [['EMBEDDED'], ['REDIRECT', 'EMBEDDED'], ['EMBEDDED', 'DECOUPLED']];

describe.each(OFFERS.map((offer) => [offer.join(' and '), offer] as const))('a bank that offers %s', (_, offer) => {
  const isDeviceOffered = offer.includes('DECOUPLED');
  const profile = { scaApproaches: offer, implicitStart: [], implicitStartOnWish: [] };
  const services = forAllTests(() => startServicesOf(profileFile(profile), 'bank', 'sca'));

  it.each(['consent', 'fundsConsent', 'payment', 'cancellation'] as const)(
    'asks the device of a PSU through the TPP only with the decoupled approach: %s',
    async (kind) => {
      const authorisation = new TppAuthorisation(services.bus, {
        parent: { kind, id: crypto.randomUUID() },
        content: CONTENTS[kind],
      });
      await authorisation.start();
      const { scaMethods = [] } = await authorisation.password('psu-private');
      const ids = scaMethods.map(({ authenticationMethodId: id }) => id);
      expect(ids.includes('push')).toBe(isDeviceOffered);
      if (isDeviceOffered) return;
      expect(await refusalOf(authorisation.select('push'))).toMatchObject({
        situation: 'scaMethodUnknown',
        text: `must be one of scaMethods: ${ids.join(', ')}`,
      });
      expect(await authorisation.select('sms')).toMatchObject({ scaApproach: 'EMBEDDED' });
    },
  );

  it('accepts no device that was offered before the profile changed', async () => {
    const authorisation = new TppAuthorisation(services.bus);
    await authorisation.start();
    await authorisation.password('psu-private');
    const push = { authenticationMethodId: 'push', authenticationType: 'PUSH_OTP', name: 'Uređaj' };
    const stored = services.database('sca').collection<{ _id: string }>('authorisations');
    await stored.updateOne({ _id: authorisation.id }, { $set: { scaMethods: [push] } });
    const picked = authorisation.select('push').then(({ scaApproach }) => scaApproach);
    if (isDeviceOffered) expect(await picked).toBe('DECOUPLED');
    else expect(await refusalOf(picked)).toMatchObject({ situation: 'scaMethodUnknown' });
  });
});
