import { randomBytes } from 'node:crypto';
import { tppIdOf, workspaceOfPsu } from '@xs2a/contracts';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_CHARACTERS = 10;

/** Returns the id of one developer's sandbox, which is part of the identifiers of its TPP, PSUs and accounts (decision 83). */
export function newWorkspaceId(): string {
  return readable(ID_CHARACTERS, randomBytes(ID_CHARACTERS));
}

/** Uses unambiguous letters and digits; 32 of them, so that bytes map to them evenly. */
export function readable(characters: number, bytes: Buffer): string {
  return Array.from({ length: characters }, (_, index) => ALPHABET[(bytes[index] ?? 0) % ALPHABET.length]).join('');
}

/**
 * Whether a PSU is unknown to a TPP: PSUs of a workspace are known only to its own TPP. A PSU that signs in at the bank itself
 * names no TPP.
 */
export function isUnknownTo(psuId: string, tppId: string | undefined): boolean {
  const workspace = workspaceOfPsu(psuId);
  return workspace !== undefined && tppId !== undefined && tppId !== tppIdOf(workspace);
}
