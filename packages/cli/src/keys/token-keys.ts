import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../command/command.ts';

type Key = JsonWebKey & { kid: string };

/** Creates an EC key on P-256 with its thumbprint as id (RFC 7638). */
function newKey(): Key {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  return { ...jwk, kid: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url') };
}

function keysOf(file: string): Key[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { keys: Key[] }).keys : [];
}

function write(file: string, keys: Key[]): void {
  writeFileSync(`${file}.new`, `${JSON.stringify({ keys }, undefined, 2)}\n`, { mode: 0o400 });
  renameSync(`${file}.new`, file);
}

export function makeTokenKeys({ out, rotate }: { readonly out: string; readonly rotate: boolean }): Result {
  const file = join(out, 'token-keys.json');
  const [signing, next] = keysOf(file);
  const isNew = signing === undefined;
  mkdirSync(out, { recursive: true, mode: 0o700 });
  if (isNew) write(file, [newKey(), newKey()]);
  else if (rotate) write(file, [next ?? newKey(), newKey(), signing]);
  const isRenewed = isNew || rotate;
  return { text: `${isRenewed ? 'New keys' : 'The keys are there'}: ${file}.`, document: { file, isRenewed } };
}
