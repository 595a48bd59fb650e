import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'xs2a-token-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface KeySet {
  readonly keys: readonly (JWK & { kid: string })[];
}

function tokenKeys(...args: string[]): KeySet {
  execFileSync(process.execPath, ['tools/xs2a.ts', 'keys', 'token', '--out', folder, ...args], { cwd: ROOT });
  return JSON.parse(readFileSync(join(folder, 'token-keys.json'), 'utf8')) as KeySet;
}

async function sign({ keys: [key] }: KeySet): Promise<string> {
  if (key === undefined) throw new Error('no key');
  return new SignJWT().setProtectedHeader({ alg: 'ES256', kid: key.kid }).sign(await importJWK(key, 'ES256'));
}

/** Validates the token as a gateway does, with the published keys. */
async function isAccepted(token: string, { keys }: KeySet): Promise<boolean> {
  const published = keys.map(({ d: _, ...key }) => key);
  return jwtVerify(token, createLocalJWKSet({ keys: published })).then(
    () => true,
    () => false,
  );
}

describe('npm run xs2a -- keys token', () => {
  it('keeps existing keys, writes files that only their owner may read, and names each key by its thumbprint (RFC 7638)', async () => {
    const first = tokenKeys();
    expect(tokenKeys()).toEqual(first);
    expect(statSync(join(folder, 'token-keys.json')).mode & 0o077).toBe(0);
    for (const key of first.keys) expect(key.kid).toBe(await calculateJwkThumbprint(key));
  });

  it('--rotate signs with a key that gateways had before, and keeps the previous one for one rotation', async () => {
    const before = tokenKeys();
    const old = await sign(before);
    const after = tokenKeys('--rotate');
    expect(await isAccepted(await sign(after), before)).toBe(true);
    expect(await isAccepted(old, after)).toBe(true);
    const later = tokenKeys('--rotate');
    expect(await isAccepted(old, later)).toBe(false);
    expect(later.keys).toHaveLength(3);
  });
});
