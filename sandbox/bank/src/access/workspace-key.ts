import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readable } from '../model/workspace-id.ts';

const KEY_BYTES = 32;
const PASSWORD_CHARACTERS = 12;

/** Opens a workspace. The prefix lets scanners of repositories find one that was published. */
export function newWorkspaceKey(): string {
  return `xs2a_sandbox_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

export function hashWorkspaceKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Follows from the key, so that the page can show a password of which the bank stores a hash alone. */
export function workspacePassword(key: string, psuId: string): string {
  return readable(PASSWORD_CHARACTERS, createHmac('sha256', key).update(psuId).digest());
}
