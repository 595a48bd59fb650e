import { authenticatePsu, beginFactor, type ScaContent } from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { askForConsent, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { signedIn } from '@xs2a/test-system/psu/enrol-factors';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { describe, expect, it } from 'vitest';
import { mayApprove } from './built-in-methods.ts';

const services = forAllTests(() => startServicesOf(profileFile('ownFactors: []'), 'bank', 'sca', 'consent'));

it('a bank whose profile offers no built-in factors enrols none', async () => {
  const session = await signedIn(services);
  for (const kind of ['passkey', 'totp'] as const)
    expect(await situationOf(services.bus.ask(beginFactor, { session, kind }))).toBe('scaMethodUnknown');
});

it('a bank whose profile offers no built-in factors does not offer those enrolled before', async () => {
  const of = { createdAt: new Date(), loginId: 'before' };
  const sca = services.database('sca');
  await sca
    .collection<{ _id: string; [field: string]: unknown }>('totpSecrets')
    .insertOne({ _id: 'psu-private', secret: 's', lastStep: 0, ...of });
  const device = { name: 'Laptop', publicKey: 'k', counter: 0, userHandle: 'h', deviceType: 'singleDevice' };
  const passkey = { _id: 'id', psuId: 'psu-private', ...device, ...of };
  await sca.collection<{ _id: string; [field: string]: unknown }>('passkeys').insertOne(passkey);
  const { authorisation } = await askForConsent(services.bus);
  const { view } = await services.bus.ask(authenticatePsu, {
    redirectReference: authorisation?.redirectReference ?? '',
    psuId: 'psu-private',
    password: 'psu-private-pass',
  });
  const types = view.scaMethods?.map(({ authenticationType }) => authenticationType);
  expect(types).toEqual(['SMS_OTP', 'PUSH_OTP', 'PHOTO_OTP']);
});

it('a bank whose profile offers no built-in factors offers none through a TPP', async () => {
  const authorisation = new TppAuthorisation(services.bus);
  await authorisation.start();
  const { scaMethods = [] } = await authorisation.password('psu-private');
  expect(scaMethods.map(({ authenticationType }) => authenticationType)).toEqual(['SMS_OTP', 'PUSH_OTP', 'PHOTO_OTP']);
});

describe('the content that a built-in factor may approve (RTS 2018/389, Art. 5)', () => {
  const kinds = Object.keys(CONTENTS) as ScaContent['kind'][];

  it('is no payment for a TOTP code, nor content that may contain one', () => {
    const approvable = kinds.filter((kind) => mayApprove('totp', 'REDIRECT', kind));
    expect(approvable.toSorted()).toEqual(['consent', 'fundsConsent']);
  });

  it('is all content for a passkey', () => {
    expect(kinds.every((kind) => mayApprove('passkey', 'REDIRECT', kind))).toBe(true);
  });

  it('is none in the decoupled approach, where the device of the bank is prompted', () => {
    for (const factor of ['passkey', 'totp'] as const)
      expect(kinds.some((kind) => mayApprove(factor, 'DECOUPLED', kind))).toBe(false);
  });
});
