import { randomBytes } from 'node:crypto';
import { tppIdOf, workspaceOfPsu } from '@xs2a/contracts';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_CHARACTERS = 10;

/** The sandbox of one developer is in its identifiers: of its TPP, its PSUs and its accounts (decision 83). */
export function newWorkspaceId(): string {
  return readable(ID_CHARACTERS, randomBytes(ID_CHARACTERS));
}

/** Letters and digits that nobody confuses; 32 of them, so that each byte counts alike. */
export function readable(characters: number, bytes: Buffer): string {
  return Array.from({ length: characters }, (_, index) => ALPHABET[(bytes[index] ?? 0) % ALPHABET.length]).join('');
}

/** The PSUs of a workspace are unknown to every TPP but its own. A PSU that signs in at the bank itself names no TPP. */
export function isUnknownTo(psuId: string, tppId: string | undefined): boolean {
  const workspace = workspaceOfPsu(psuId);
  return workspace !== undefined && tppId !== undefined && tppId !== tppIdOf(workspace);
}
