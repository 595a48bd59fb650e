// Makes the keys that sign access tokens (docs/oauth.md):
//   npm run token-keys -- --out <folder> [--rotate]
// Writes token-keys.json (TOKEN_KEYS_FILE of oauth): the key that signs, and the next one, which is published before it is
// used. Keys that are there stay. `--rotate` lets the next one sign, and adds another; the one before is published until
// the next rotation.
import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './command/read-arguments.ts';

type Key = JsonWebKey & { kid: string };

/** An EC key on P-256 with its thumbprint as id (RFC 7638). */
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

const { values } = readArguments(import.meta.filename, {
  options: { out: { type: 'string' }, rotate: { type: 'boolean', default: false } },
});
const { out, rotate } = values;
if (out === undefined) {
  process.stderr.write('--out is needed: the folder for the keys.\n');
  process.exitCode = 2;
} else {
  const file = join(out, 'token-keys.json');
  const [signing, next] = keysOf(file);
  const isNew = signing === undefined;
  mkdirSync(out, { recursive: true, mode: 0o700 });
  if (isNew) write(file, [newKey(), newKey()]);
  else if (rotate) write(file, [next ?? newKey(), newKey(), signing]);
  process.stdout.write(isNew || rotate ? `New keys: ${file}.\n` : `The keys are there: ${file}.\n`);
}
