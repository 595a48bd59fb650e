import { readFile } from 'node:fs/promises';
import { SettingsRefusal, type StoredSecret, sharedSecret } from '@xs2a/service-kit';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { OAuthConfig } from '../config.ts';

/** The only algorithm of access tokens. */
export const TOKEN_ALGORITHM = 'ES256';

const PrivateKeys = z.object({
  keys: z
    .array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        d: z.string(),
        kid: z.string().optional(),
      }),
    )
    .min(1),
});

/** Keys that sign access tokens, and their public parts. */
export interface TokenKeys {
  readonly own: readonly JWK[];
  readonly published: readonly Record<string, string>[];
}

export async function readTokenKeys(
  { TOKEN_KEYS_FILE: file, SANDBOX }: OAuthConfig,
  secrets: Collection<StoredSecret>,
): Promise<TokenKeys> {
  if (file !== undefined) return parseKeys(await readFile(file, 'utf8'));
  // In the sandbox the first replica creates the key.
  if (SANDBOX === 'true') return parseKeys(await sharedSecret(secrets, 'tokens', newKeys));
  throw refusal('must be set where the profile offers OAuth');
}

async function newKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true });
  return JSON.stringify({ keys: [await exportJWK(privateKey)] });
}

async function parseKeys(json: string): Promise<TokenKeys> {
  const parsed = PrivateKeys.safeParse(readJson(json));
  // The detailed reason could quote a key.
  if (!parsed.success) throw refusal('is no JWK Set with private keys (EC on P-256)');
  const own = await Promise.all(
    parsed.data.keys.map(async (key) => {
      const { kty, crv, x, y, d } = key;
      const kid = key.kid ?? (await calculateJwkThumbprint({ kty, crv, x, y }));
      return { kty, crv, x, y, d, kid, alg: TOKEN_ALGORITHM, use: 'sig' };
    }),
  );
  return { own, published: own.map(({ d: _private, ...published }) => published) };
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function refusal(text: string): SettingsRefusal {
  return new SettingsRefusal([{ variable: 'TOKEN_KEYS_FILE', text }]);
}
