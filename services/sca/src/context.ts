import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, OutboxSender } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { PsuAttempts } from './attempts/psu-attempts.ts';
import type { TotpSecret } from './factors/verify-totp.ts';
import type { Authorisation } from './model/authorisation.ts';
import type { Login } from './model/login.ts';
import type { Passkey } from './model/passkey.ts';
import type { PasswordKeys } from './psu-data/password-keys.ts';

/** What the use cases of this service work with. */
export interface ScaRoom {
  readonly authorisations: Collection<Authorisation>;
  readonly logins: Collection<Login>;
  readonly psuAttempts: Collection<PsuAttempts>;
  readonly passkeys: Collection<Passkey>;
  readonly totpSecrets: Collection<TotpSecret>;
  /** Whom passkeys are made for, and where they are used (WebAuthn Level 3, 4: relying party, origin). */
  readonly relyingParty: { readonly id: string; readonly origin: string };
  /** Undefined where the profile offers no factor that has a secret. */
  readonly factorKey: Buffer | undefined;
  readonly passwordKeys: PasswordKeys;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
}
