import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SettingsRefusal } from '../settings/settings-refusal.ts';

/** Settings for the keys that protect messages. */
export const KeysConfig = z.object({
  /**
   * File with the public keys of all services (JSON: for each service a JWK Set, newest keys first), as created by `npm run xs2a
   * -- keys service`. Required by every service except accounts and notifier.
   */
  SERVICE_KEYS_FILE: z.string().min(1).optional(),
  /** File with the private keys of this service only, in the same format. No other service may read it. */
  PRIVATE_KEYS_FILE: z.string().min(1).optional(),
});
export type KeysConfig = z.infer<typeof KeysConfig>;

/** A key for signing (Ed25519) or sealing (X25519), as in RFC 8037. */
const Jwk = z.object({
  kty: z.literal('OKP'),
  crv: z.enum(['Ed25519', 'X25519']),
  kid: z.string().min(1).max(100),
  x: z.string(),
  d: z.string().optional(),
});
const KeysByService = z.record(z.string(), z.object({ keys: z.array(Jwk).min(1) }));

export type Purpose = 'signing' | 'sealing';
const CURVE_OF = { signing: 'Ed25519', sealing: 'X25519' } as const satisfies Record<Purpose, string>;

export interface ServiceKey {
  readonly kid: string;
  readonly key: KeyObject;
}
type Loaded = Map<string, Record<Purpose, ServiceKey[]>>;

/** Minimum time in milliseconds between two reads of the files, whatever key ids are received. */
const REREAD_MS_MIN = 1_000;

/**
 * Public keys of all services and private keys of this one. An unknown key id makes it read the files again, so new keys need no
 * restart.
 */
export class ServiceKeys {
  readonly #publicFile: string;
  readonly #privateFiles: readonly string[];
  #public: Loaded;
  #private: Loaded;
  #readAt = performance.now();

  /** Throws if a file is missing or malformed. The message contains the variable and nothing of the content. */
  constructor(publicFile: string, privateFiles: readonly string[]) {
    this.#publicFile = publicFile;
    this.#privateFiles = privateFiles;
    this.#public = readKeys('SERVICE_KEYS_FILE', publicFile, 'public');
    this.#private = readPrivateKeys(privateFiles);
  }

  /** Newest public key of a service; undefined if it has none. */
  publicKey(service: string, purpose: Purpose): ServiceKey | undefined {
    return this.#public.get(service)?.[purpose][0];
  }

  /** Public key of a service with this key id. */
  publicKeyNamed(service: string, purpose: Purpose, kid: string): ServiceKey | undefined {
    const find = (): ServiceKey | undefined => this.#public.get(service)?.[purpose].find((one) => one.kid === kid);
    return find() ?? (this.#reread() ? find() : undefined);
  }

  /** Newest private key of the first of these services whose keys this process has. */
  privateKeyOf(services: readonly string[], purpose: Purpose): (ServiceKey & { service: string }) | undefined {
    for (const service of services) {
      const key = this.#private.get(service)?.[purpose][0];
      if (key !== undefined) return { ...key, service };
    }
    return undefined;
  }

  /** Private key with this key id. */
  privateKeyNamed(purpose: Purpose, kid: string): ServiceKey | undefined {
    const find = (): ServiceKey | undefined =>
      [...this.#private.values()].flatMap((keys) => keys[purpose]).find((one) => one.kid === kid);
    return find() ?? (this.#reread() ? find() : undefined);
  }

  /** Whether the public file contains one of the service's own private keys. */
  hasPublished(service: string, purpose: Purpose): boolean {
    const known = new Set(this.#public.get(service)?.[purpose].map(({ kid }) => kid));
    return this.#private.get(service)?.[purpose].some(({ kid }) => known.has(kid)) ?? false;
  }

  #reread(): boolean {
    if (performance.now() - this.#readAt < REREAD_MS_MIN) return false;
    this.#readAt = performance.now();
    try {
      this.#public = readKeys('SERVICE_KEYS_FILE', this.#publicFile, 'public');
      this.#private = readPrivateKeys(this.#privateFiles);
      return true;
    } catch {
      // The file is being written. The previous content remains valid.
      return false;
    }
  }
}

/** Reads the keys of a service. Throws if they are missing, with the name of the variable. */
export function readServiceKeys(service: string, config: KeysConfig): ServiceKeys {
  const { SERVICE_KEYS_FILE, PRIVATE_KEYS_FILE } = config;
  if (SERVICE_KEYS_FILE === undefined || PRIVATE_KEYS_FILE === undefined) {
    throw new SettingsRefusal(
      Object.entries({ SERVICE_KEYS_FILE, PRIVATE_KEYS_FILE })
        .filter(([, file]) => file === undefined)
        .map(([variable]) => ({
          variable,
          text: `must be set: ${service} does not start without keys (npm run xs2a -- keys service)`,
        })),
    );
  }
  const keys = new ServiceKeys(SERVICE_KEYS_FILE, [PRIVATE_KEYS_FILE]);
  for (const purpose of ['signing', 'sealing'] as const) {
    const kind = `key of ${service} for ${purpose} (${CURVE_OF[purpose]})`;
    const own = keys.privateKeyOf([service], purpose);
    if (own === undefined) throw refusal('PRIVATE_KEYS_FILE', `has no ${kind}`);
    // Keys are renewed in both files one after the other, so one common generation is enough.
    if (!keys.hasPublished(service, purpose)) throw refusal('SERVICE_KEYS_FILE', `has no ${kind} of PRIVATE_KEYS_FILE`);
  }
  return keys;
}

function readPrivateKeys(files: readonly string[]): Loaded {
  return new Map(files.flatMap((file) => [...readKeys('PRIVATE_KEYS_FILE', file, 'private')]));
}

function readKeys(variable: string, file: string, kind: 'public' | 'private'): Loaded {
  const keys = parseKeys(readText(variable, file), kind);
  // The original error could quote a key.
  if (keys === undefined) throw refusal(variable, `is no file with ${kind} keys`);
  return keys;
}

function readText(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw refusal(variable, `the file cannot be read (${code})`, { cause });
  }
}

function refusal(variable: string, text: string, options?: ErrorOptions): SettingsRefusal {
  return new SettingsRefusal([{ variable, text }], options);
}

function parseKeys(text: string, kind: 'public' | 'private'): Loaded | undefined {
  try {
    const sets = KeysByService.parse(JSON.parse(text));
    return new Map(
      Object.entries(sets).map(([service, { keys }]) => [
        service,
        { signing: loaded(keys, 'signing', kind), sealing: loaded(keys, 'sealing', kind) },
      ]),
    );
  } catch {
    return undefined;
  }
}

function loaded(keys: readonly z.infer<typeof Jwk>[], purpose: Purpose, kind: 'public' | 'private'): ServiceKey[] {
  return keys
    .filter(({ crv }) => crv === CURVE_OF[purpose])
    .map(({ kid, ...jwk }) => {
      if ((jwk.d !== undefined) !== (kind === 'private')) throw new Error('a key of the other kind');
      const key = { key: jwk as JsonWebKey, format: 'jwk' } as const;
      return { kid, key: kind === 'private' ? createPrivateKey(key) : createPublicKey(key) };
    });
}
