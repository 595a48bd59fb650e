import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScaApproach } from '@xs2a/contracts';
import { refusalOf } from '@xs2a/test-system/ask-as-gateway';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { startServicesOf, type TestServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const OFFERS: readonly (readonly ScaApproach[])[] = [['EMBEDDED'], ['REDIRECT', 'EMBEDDED'], ['EMBEDDED', 'DECOUPLED']];

describe.each(OFFERS.map((offer) => [offer.join(' and '), offer] as const))('a bank that offers %s', (_, offer) => {
  const folder = mkdtempSync(join(tmpdir(), 'approaches-'));
  const profile = join(folder, 'profile.yaml');
  const isDeviceOffered = offer.includes('DECOUPLED');
  let services: TestServices;
  beforeAll(async () => {
    writeFileSync(
      profile,
      `preset: hr-full\nscaApproaches: [${offer.join(', ')}]\nimplicitStart: []\nimplicitStartOnWish: []\n`,
    );
    services = await startServicesOf(profile, 'bank', 'sca');
  });
  afterAll(async () => {
    await services[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

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
