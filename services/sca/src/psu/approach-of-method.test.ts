import {
  type BankScaMethod,
  chooseScaApproach,
  type ScaApproach,
  type ScaMethod,
  type ScaWishes,
} from '@xs2a/contracts';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { describe, expect, it } from 'vitest';
import { approachWith, isOfferedWith } from './approach-of-method.ts';
import { methodsFor } from './known-psu.ts';

const APPROACHES = ['REDIRECT', 'EMBEDDED', 'DECOUPLED'] as const satisfies readonly ScaApproach[];

/** The approach in which each method is answered, by the initial approach of the authorisation; `-`: not offered there. */
const ANSWERED: Readonly<Record<ScaMethod['authenticationType'], Record<ScaApproach, ScaApproach | '-'>>> = {
  SMS_OTP: { REDIRECT: 'REDIRECT', EMBEDDED: 'EMBEDDED', DECOUPLED: '-' },
  CHIP_OTP: { REDIRECT: 'REDIRECT', EMBEDDED: 'EMBEDDED', DECOUPLED: '-' },
  PHOTO_OTP: { REDIRECT: 'REDIRECT', EMBEDDED: 'EMBEDDED', DECOUPLED: '-' },
  SMTP_OTP: { REDIRECT: 'REDIRECT', EMBEDDED: 'EMBEDDED', DECOUPLED: '-' },
  TOTP: { REDIRECT: 'REDIRECT', EMBEDDED: 'EMBEDDED', DECOUPLED: '-' },
  PUSH_OTP: { REDIRECT: 'REDIRECT', EMBEDDED: 'DECOUPLED', DECOUPLED: 'DECOUPLED' },
  PASSKEY: { REDIRECT: 'REDIRECT', EMBEDDED: 'REDIRECT', DECOUPLED: '-' },
};
const TYPES = Object.keys(ANSWERED) as ScaMethod['authenticationType'][];

/** Returns every permutation of every subset of the approaches. */
function offers(rest: readonly ScaApproach[] = APPROACHES): ScaApproach[][] {
  return rest.flatMap((first) => [
    [first],
    ...offers(rest.filter((one) => one !== first)).map((more) => [first, ...more]),
  ]);
}

const WISHES: readonly ScaWishes[] = [undefined, true, false].flatMap((redirectPreferred) =>
  [undefined, true, false].map((decoupledPreferred) => ({
    ...(redirectPreferred !== undefined && { redirectPreferred }),
    ...(decoupledPreferred !== undefined && { decoupledPreferred }),
  })),
);

const bankMethod = (type: ScaMethod['authenticationType']): BankScaMethod =>
  ({ authenticationMethodId: type, authenticationType: type, name: type }) as BankScaMethod;

describe.each(offers())('a bank that offers %s %s %s', (...scaApproaches) => {
  const profile = { scaApproaches: scaApproaches.filter((one) => one !== undefined) };

  it.each(WISHES)('stays within these approaches for every method, with the preferences %j', (wishes) => {
    const started = chooseScaApproach(profile, wishes, CONTENTS.payment);
    if (started === undefined) throw new Error('no approach');
    for (const type of TYPES) {
      const next = ANSWERED[type][started];
      const offered = methodsFor(profile, started, { scaMethods: [bankMethod(type)] });
      expect([type, offered.length > 0]).toEqual([type, next !== '-' && profile.scaApproaches.includes(next)]);
      for (const method of offered) expect(profile.scaApproaches).toContain(approachWith(started, method));
    }
  });

  it('rejects methods that it does not offer', () => {
    for (const type of TYPES) {
      const next = approachWith('EMBEDDED', { authenticationType: type });
      const isOffered = next === 'EMBEDDED' || profile.scaApproaches.includes(next);
      expect([type, isOfferedWith(profile, 'EMBEDDED', { authenticationType: type })]).toEqual([type, isOffered]);
    }
  });
});
