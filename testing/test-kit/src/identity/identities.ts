import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PARTICIPANTS, type Participant } from '@xs2a/contracts';
import { natsAuthorization, nkeyFile, readPublicKeys, writeIdentities } from '@xs2a/service-kit';

/** Passes the identities of the shared servers to the workers of a test run. */
const FOLDER_VARIABLE = 'XS2A_TEST_IDENTITIES';

/** Returns the folder with identities of all participants, created once for a test run and deleted with it. */
export function testIdentities(): string {
  const known = process.env[FOLDER_VARIABLE];
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-identities-'));
  writeIdentities(folder, { sandbox: true });
  process.env[FOLDER_VARIABLE] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the variable with the identity of a service, or a command, on a bus with {@link testAuthorization}. */
export function testIdentity(name: string): { NATS_NKEY_FILE?: string } {
  const participant = PARTICIPANTS.find((one): one is Participant => one === name);
  return participant === undefined ? {} : { NATS_NKEY_FILE: nkeyFile(testIdentities(), participant) };
}

/** Permissions that services have in production. A connection without an identity is the test itself, which stands in for any of them. */
export function testAuthorization(): string {
  const users = ['{ user: test, password: test }'];
  return `${natsAuthorization(readPublicKeys(testIdentities()), { sandbox: true, users })}no_auth_user: test\n`;
}
