import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@xs2a/contracts';
import { ServiceKeys } from './service-keys.ts';

/** The services that sign or seal. */
export const KEY_HOLDERS = [
  'gateway',
  'consent',
  'payments',
  'sca',
  'portal',
  'bank',
  'oauth',
] as const satisfies ServiceName[];

const PUBLIC_FILE = 'service-keys.json';
/** A rotation keeps the previous generation for messages in transit; older ones are dropped. */
const GENERATIONS_MAX = 2;

type Jwk = JsonWebKey & { kid: string };
type KeysByService = Record<string, { keys: Jwk[] }>;

/** Environment variables with the key files of a service. */
export function serviceKeysEnv(
  folder: string,
  service: string,
): { SERVICE_KEYS_FILE: string; PRIVATE_KEYS_FILE: string } {
  return { SERVICE_KEYS_FILE: join(folder, PUBLIC_FILE), PRIVATE_KEYS_FILE: join(folder, `${service}.private.json`) };
}

/** Reads the keys of all services from a folder, for a command or test that acts as several of them. */
export function readKeysFolder(folder: string): ServiceKeys {
  const files = KEY_HOLDERS.map((service) => serviceKeysEnv(folder, service).PRIVATE_KEYS_FILE).filter(existsSync);
  return new ServiceKeys(join(folder, PUBLIC_FILE), files);
}

/**
 * Writes a file of private keys for each service and one with all public keys. Existing keys are kept. `rotate` adds a new
 * generation. Returns the services that got new keys.
 */
export function writeServiceKeys(
  folder: string,
  services: readonly string[] = KEY_HOLDERS,
  { rotate = false }: { rotate?: boolean } = {},
): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const published = join(folder, PUBLIC_FILE);
  const all: KeysByService = existsSync(published)
    ? (JSON.parse(readFileSync(published, 'utf8')) as KeysByService)
    : {};
  const renewed: string[] = [];
  for (const service of services) {
    const file = serviceKeysEnv(folder, service).PRIVATE_KEYS_FILE;
    const before = existsSync(file)
      ? ((JSON.parse(readFileSync(file, 'utf8')) as KeysByService)[service]?.keys ?? [])
      : [];
    const isNew = before.length === 0 || rotate;
    const keys = isNew ? [newKey('Ed25519'), newKey('X25519'), ...before].slice(0, GENERATIONS_MAX * 2) : before;
    // Private keys first, so that a published key is always usable by its owner.
    if (isNew) write(file, { [service]: { keys } }, 0o600);
    if (isNew) renewed.push(service);
    all[service] = { keys: keys.map(({ d: _, ...jwk }) => jwk as Jwk) };
  }
  write(published, all, 0o644);
  return renewed;
}

function newKey(crv: 'Ed25519' | 'X25519'): Jwk {
  const { privateKey } = crv === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  const { kty, x, d } = privateKey.export({ format: 'jwk' }) as { kty: string; x: string; d: string };
  // RFC 7638: the thumbprint of an OKP key.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { kty, crv, kid, use: crv === 'Ed25519' ? 'sig' : 'enc', alg: crv === 'Ed25519' ? 'EdDSA' : 'ECDH-ES', x, d };
}

/** Replaces the file atomically: a reader sees the old or the new content. */
function write(file: string, content: KeysByService, mode: number): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode });
  renameSync(draft, file);
}
