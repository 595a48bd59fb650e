import type { FactoryProvider } from '@nestjs/common';
import { BUS, CLOCK, CONFIG, OUTBOX, PROFILE } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { AUTHORISATIONS } from './authorisation.ts';
import type { ScaConfig } from './config.ts';
import { LOGINS } from './login.ts';
import { PasswordKeys, SECRETS, type Secret } from './password-keys.ts';
import { PSU_ATTEMPTS } from './psu-attempts.ts';
import type { ScaRoom } from './room.ts';

export const ROOM = Symbol('ROOM');

export const passwordKeysProvider: FactoryProvider<PasswordKeys> = {
  provide: PasswordKeys,
  inject: [SECRETS.token, CONFIG],
  useFactory: (secrets: Collection<Secret>, config: ScaConfig) => new PasswordKeys(secrets, config),
};

export const roomProvider: FactoryProvider<ScaRoom> = {
  provide: ROOM,
  inject: [AUTHORISATIONS.token, LOGINS.token, PSU_ATTEMPTS.token, PasswordKeys, BUS, OUTBOX, PROFILE, CLOCK],
  useFactory: (
    authorisations: ScaRoom['authorisations'],
    logins: ScaRoom['logins'],
    psuAttempts: ScaRoom['psuAttempts'],
    passwordKeys: ScaRoom['passwordKeys'],
    bus: ScaRoom['bus'],
    outbox: ScaRoom['outbox'],
    profile: ScaRoom['profile'],
    now: ScaRoom['now'],
  ): ScaRoom => ({ authorisations, logins, psuAttempts, passwordKeys, bus, outbox, profile, now }),
};
