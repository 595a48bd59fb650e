import { readFile } from 'node:fs/promises';
import type { AspspProfile } from '@xs2a/contracts';
import { readSecretFile, SettingsRefusal } from '@xs2a/service-kit';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { ScaConfig } from '../config.ts';

const KEYS_FILE = 'SIGN_IN_KEYS_FILE';
const SECRET_FILE = 'SIGN_IN_SECRET_FILE';

const PrivateKeys = z.object({
  keys: z.array(z.looseObject({ kty: z.enum(['RSA', 'EC']), d: z.string(), alg: z.string(), kid: z.string() })).min(1),
});

/** Credential of this service at the identity provider. */
export type ClientCredential =
  | { readonly secret: string }
  | { readonly privateKey: { readonly key: CryptoKey; readonly kid: string } };

type Given = Pick<AspspProfile, 'psuSignIn' | 'identityProvider'>;

/** Throws a refusal if the credential is missing or malformed, or the provider is not reached over TLS. */
export async function checkIdentityProvider(config: ScaConfig, profile: Given): Promise<void> {
  if (profile.identityProvider === undefined) return;
  if (config.SANDBOX !== 'true' && !profile.identityProvider.issuer.startsWith('https:')) {
    throw refusal('PROFILE', 'identityProvider.issuer must be https outside the sandbox');
  }
  await readClientCredential(config, profile.identityProvider);
}

export async function readClientCredential(
  config: ScaConfig,
  { clientAuthentication }: NonNullable<Given['identityProvider']>,
): Promise<ClientCredential> {
  if (clientAuthentication === 'client_secret_basic') {
    const file = needed(SECRET_FILE, config.SIGN_IN_SECRET_FILE, clientAuthentication);
    const secret = readSecretFile(SECRET_FILE, file);
    if (secret === '') throw refusal(SECRET_FILE, 'is empty');
    return { secret };
  }
  const json = await readFile(needed(KEYS_FILE, config.SIGN_IN_KEYS_FILE, clientAuthentication), 'utf8');
  try {
    const [first] = PrivateKeys.parse(JSON.parse(json)).keys;
    if (first === undefined) throw new Error('no key');
    const key = (await importJWK(first as JWK, first.alg)) as CryptoKey;
    return { privateKey: { key, kid: first.kid } };
  } catch {
    // The reason could quote a key.
    throw refusal(KEYS_FILE, 'is no JWK Set with private keys that name kid and alg');
  }
}

function needed(variable: string, file: string | undefined, method: string): string {
  if (file === undefined)
    throw refusal(variable, `must be set where identityProvider.clientAuthentication is ${method}`);
  return file;
}

function refusal(variable: string, text: string): SettingsRefusal {
  return new SettingsRefusal([{ variable, text }]);
}
