import type { FactoryProvider } from '@nestjs/common';
import { BUS, CLOCK, OUTBOX, PROFILE } from '@xs2a/service-kit';
import { AUTHORISATIONS } from './authorisation.ts';
import { LOGINS } from './login.ts';
import type { ScaRoom } from './room.ts';
import { SIGN_IN_ATTEMPTS } from './sign-in-attempts.ts';

export const ROOM = Symbol('ROOM');

export const roomProvider: FactoryProvider<ScaRoom> = {
  provide: ROOM,
  inject: [AUTHORISATIONS.token, LOGINS.token, SIGN_IN_ATTEMPTS.token, BUS, OUTBOX, PROFILE, CLOCK],
  useFactory: (
    authorisations: ScaRoom['authorisations'],
    logins: ScaRoom['logins'],
    signInAttempts: ScaRoom['signInAttempts'],
    bus: ScaRoom['bus'],
    outbox: ScaRoom['outbox'],
    profile: ScaRoom['profile'],
    now: ScaRoom['now'],
  ): ScaRoom => ({ authorisations, logins, signInAttempts, bus, outbox, profile, now }),
};
