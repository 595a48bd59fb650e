import type { FactoryProvider } from '@nestjs/common';
import { BUS, CLOCK, CONFIG, OUTBOX, PROFILE } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { PSU_ATTEMPTS } from './attempts/psu-attempts.ts';
import type { ScaConfig } from './config.ts';
import type { ScaRoom } from './context.ts';
import { readFactorKey } from './factors/factor-key.ts';
import { TOTP_SECRETS } from './factors/verify-totp.ts';
import { AUTHORISATIONS } from './model/authorisation.ts';
import { LOGINS } from './model/login.ts';
import { PASSKEYS } from './model/passkey.ts';
import { PasswordKeys, SECRETS, type Secret } from './psu-data/password-keys.ts';

export const ROOM = Symbol('ROOM');

const STORED = [AUTHORISATIONS, LOGINS, PSU_ATTEMPTS, PASSKEYS, TOTP_SECRETS, SECRETS].map(({ token }) => token);

export const passwordKeysProvider: FactoryProvider<PasswordKeys> = {
  provide: PasswordKeys,
  inject: [SECRETS.token, CONFIG],
  useFactory: (secrets: Collection<Secret>, config: ScaConfig) => new PasswordKeys(secrets, config),
};

export const roomProvider: FactoryProvider<Promise<ScaRoom>> = {
  provide: ROOM,
  inject: [...STORED, PasswordKeys, CONFIG, BUS, OUTBOX, PROFILE, CLOCK],
  useFactory: async (
    authorisations: ScaRoom['authorisations'],
    logins: ScaRoom['logins'],
    psuAttempts: ScaRoom['psuAttempts'],
    passkeys: ScaRoom['passkeys'],
    totpSecrets: ScaRoom['totpSecrets'],
    secrets: Collection<Secret>,
    passwordKeys: ScaRoom['passwordKeys'],
    config: ScaConfig,
    bus: ScaRoom['bus'],
    outbox: ScaRoom['outbox'],
    profile: ScaRoom['profile'],
    now: ScaRoom['now'],
  ): Promise<ScaRoom> => {
    const { hostname: id, origin } = new URL(config.PORTAL_URL);
    const factorKey = await readFactorKey(config, profile, secrets);
    const stored = { authorisations, logins, psuAttempts, passkeys, totpSecrets };
    return { ...stored, relyingParty: { id, origin }, factorKey, passwordKeys, bus, outbox, profile, now };
  },
};
