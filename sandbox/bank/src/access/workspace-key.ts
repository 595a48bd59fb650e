import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readable } from '../model/workspace-id.ts';

const KEY_BYTES = 32;
const PASSWORD_CHARACTERS = 12;

/** Returns a key that opens a workspace. Its prefix lets secret scanners find a published key. */
export function newWorkspaceKey(): string {
  return `xs2a_sandbox_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

export function hashWorkspaceKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Derives a password from the key, so that the page can show a password of which the bank stores only a hash. */
export function workspacePassword(key: string, psuId: string): string {
  return readable(PASSWORD_CHARACTERS, createHmac('sha256', key).update(psuId).digest());
}
