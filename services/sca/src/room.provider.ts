import type { FactoryProvider } from '@nestjs/common';
import { BUS, CLOCK, OUTBOX, PROFILE } from '@xs2a/service-kit';
import { AUTHORISATIONS } from './authorisation.ts';
import { LOGINS } from './login.ts';
import { PSU_ATTEMPTS } from './psu-attempts.ts';
import type { ScaRoom } from './room.ts';

export const ROOM = Symbol('ROOM');

export const roomProvider: FactoryProvider<ScaRoom> = {
  provide: ROOM,
  inject: [AUTHORISATIONS.token, LOGINS.token, PSU_ATTEMPTS.token, BUS, OUTBOX, PROFILE, CLOCK],
  useFactory: (
    authorisations: ScaRoom['authorisations'],
    logins: ScaRoom['logins'],
    psuAttempts: ScaRoom['psuAttempts'],
    bus: ScaRoom['bus'],
    outbox: ScaRoom['outbox'],
    profile: ScaRoom['profile'],
    now: ScaRoom['now'],
  ): ScaRoom => ({ authorisations, logins, psuAttempts, bus, outbox, profile, now }),
};
