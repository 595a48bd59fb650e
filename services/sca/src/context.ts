import { type AspspProfile, BANK_SIGN_IN_RETURN_PATH } from '@xs2a/contracts';
import { type Bus, type Clock, type Kit, type OutboxSender, SECRETS } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { ScaConfig } from './config.ts';
import type { IdentityProvider } from './identity-provider/identity-provider.ts';
import { readClientCredential } from './identity-provider/provider-settings.ts';
import { readFactorKey } from './keys/factor-key.ts';
import { PasswordKeys } from './keys/password-keys.ts';
import { UpdateHashes } from './keys/update-hashes.ts';
import { AUTHORISATIONS, type Authorisation } from './model/authorisation.ts';
import { BANK_SIGN_INS, type BankSignIn } from './model/bank-sign-in.ts';
import { LOGINS, type Login } from './model/login.ts';
import { measureAuthorisations } from './model/measure-authorisations.ts';
import { NAMED_PSUS, type NamedPsu } from './model/named-psu.ts';
import { PASSKEYS, type Passkey } from './model/passkey.ts';
import { PSU_ATTEMPTS, type PsuAttempts } from './model/psu-attempts.ts';
import { PSU_REQUESTS, type PsuRequest } from './model/psu-request.ts';
import { TOTP_SECRETS, type TotpSecret } from './model/totp-secret.ts';

/** Dependencies of the use cases of this service. */
export interface ScaContext {
  readonly authorisations: Collection<Authorisation>;
  readonly logins: Collection<Login>;
  readonly psuAttempts: Collection<PsuAttempts>;
  readonly namedPsus: Collection<NamedPsu>;
  readonly passkeys: Collection<Passkey>;
  readonly totpSecrets: Collection<TotpSecret>;
  readonly bankSignIns: Collection<BankSignIn>;
  readonly psuRequests: Collection<PsuRequest>;
  /** Undefined where PSUs sign in on the pages of the portal. */
  readonly identityProvider: IdentityProvider | undefined;
  /** WebAuthn relying party: the host for which passkeys are created, and the origin where they may be used (WebAuthn Level 3, 4). */
  readonly relyingParty: { readonly id: string; readonly origin: string };
  /** Undefined if no factor of the profile has a secret. */
  readonly factorKey: Buffer | undefined;
  readonly passwordKeys: PasswordKeys;
  /** Undefined in a process without its own keys: the simulation. */
  readonly updateHashes: UpdateHashes | undefined;
  readonly bus: Bus;
  readonly outbox: OutboxSender;
  readonly profile: AspspProfile;
  readonly now: Clock;
  readonly enterScope: Kit['enterScope'];
}

export async function createContext(kit: Kit<ScaConfig>): Promise<ScaContext> {
  const { config, profile, collection, bus, keys, outbox, now, enterScope, metrics } = kit;
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
    bankSignIns: collection(BANK_SIGN_INS),
    psuRequests: collection(PSU_REQUESTS),
    identityProvider: await createIdentityProvider(kit),
    relyingParty: { id, origin },
    factorKey: await readFactorKey(config, profile, secrets),
    passwordKeys: new PasswordKeys(secrets, config),
    updateHashes: keys && new UpdateHashes(keys),
    bus,
    outbox,
    profile,
    now,
    enterScope,
  };
}

async function createIdentityProvider({
  config,
  profile: { identityProvider: settings },
  log,
}: Kit<ScaConfig>): Promise<IdentityProvider | undefined> {
  if (settings === undefined) return undefined;
  const credential = await readClientCredential(config, settings);
  // The library is loaded only for a bank with an identity provider.
  const { IdentityProvider: Provider } = await import('./identity-provider/identity-provider.ts');
  const redirectUri = new URL(BANK_SIGN_IN_RETURN_PATH, config.PORTAL_URL).href;
  return new Provider({ settings, credential, redirectUri, log });
}
