import type { AspspProfile } from '@xs2a/contracts';
import { type Bus, type Clock, type Kit, type OutboxSender, SECRETS } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { ScaConfig } from './config.ts';
import { readFactorKey } from './keys/factor-key.ts';
import { PasswordKeys } from './keys/password-keys.ts';
import { UpdateHashes } from './keys/update-hashes.ts';
import { AUTHORISATIONS, type Authorisation } from './model/authorisation.ts';
import { LOGINS, type Login } from './model/login.ts';
import { measureAuthorisations } from './model/measure-authorisations.ts';
import { NAMED_PSUS, type NamedPsu } from './model/named-psu.ts';
import { PASSKEYS, type Passkey } from './model/passkey.ts';
import { PSU_ATTEMPTS, type PsuAttempts } from './model/psu-attempts.ts';
import { TOTP_SECRETS, type TotpSecret } from './model/totp-secret.ts';

/** What the use cases of this service work with. */
export interface ScaContext {
  readonly authorisations: Collection<Authorisation>;
  readonly logins: Collection<Login>;
  readonly psuAttempts: Collection<PsuAttempts>;
  readonly namedPsus: Collection<NamedPsu>;
  readonly passkeys: Collection<Passkey>;
  readonly totpSecrets: Collection<TotpSecret>;
  /** For whom passkeys are created, and where they may be used (WebAuthn Level 3, 4: relying party, origin). */
  readonly relyingParty: { readonly id: string; readonly origin: string };
  /** Undefined if no factor of the profile has a secret. */
  readonly factorKey: Buffer | undefined;
  readonly passwordKeys: PasswordKeys;
  /** Undefined in a process without keys of its own: the simulation. */
  readonly updateHashes: UpdateHashes | undefined;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
}

export async function createContext({
  config,
  profile,
  collection,
  bus,
  keys,
  outbox,
  now,
  metrics,
}: Kit<ScaConfig>): Promise<ScaContext> {
  const { hostname: id, origin } = new URL(config.PORTAL_URL);
  const secrets = collection(SECRETS);
  const authorisations = collection(AUTHORISATIONS);
  measureAuthorisations(authorisations, metrics);
  return {
    authorisations,
    logins: collection(LOGINS),
    psuAttempts: collection(PSU_ATTEMPTS),
    namedPsus: collection(NAMED_PSUS),
    passkeys: collection(PASSKEYS),
    totpSecrets: collection(TOTP_SECRETS),
    relyingParty: { id, origin },
    factorKey: await readFactorKey(config, profile, secrets),
    passwordKeys: new PasswordKeys(secrets, config),
    updateHashes: keys && new UpdateHashes(keys),
    bus,
    outbox,
    profile,
    now,
  };
}
