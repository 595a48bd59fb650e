import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_CHARACTERS = 10;
const TPP_PREFIX = 'PSDHR-HNB-DEV';
const OF_PSU = /^[a-z0-9-]{1,60}\.([a-km-np-z2-9]{10})$/;
const OF_ACCOUNT = /^W([a-km-np-z2-9]{10})-/;

/** The sandbox of one developer is in its identifiers: of its TPP, its PSUs and its accounts (decision 83). */
export function newWorkspaceId(): string {
  return readable(ID_CHARACTERS, randomBytes(ID_CHARACTERS));
}

/** Letters and digits that nobody confuses; 32 of them, so that each byte counts alike. */
export function readable(characters: number, bytes: Buffer): string {
  return Array.from({ length: characters }, (_, index) => ALPHABET[(bytes[index] ?? 0) % ALPHABET.length]).join('');
}

export function tppIdOf(workspaceId: string): string {
  return TPP_PREFIX + workspaceId.toUpperCase();
}

/** The workspace of a PSU-ID; undefined for the test users that all developers share. */
export function workspaceOfPsu(psuId: string): string | undefined {
  return OF_PSU.exec(psuId)?.[1];
}

/** The workspace of an account of the ledger; undefined for the bank's own and those of the shared test users. */
export function workspaceOfAccount(ledgerAccountId: string): string | undefined {
  return OF_ACCOUNT.exec(ledgerAccountId)?.[1];
}

/** The PSUs of a workspace are unknown to every TPP but its own. A PSU that signs in at the bank itself names no TPP. */
export function isUnknownTo(psuId: string, tppId: string | undefined): boolean {
  const workspace = workspaceOfPsu(psuId);
  return workspace !== undefined && tppId !== undefined && tppId !== tppIdOf(workspace);
}
