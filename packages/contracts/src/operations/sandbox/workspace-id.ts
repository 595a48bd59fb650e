import { DEVELOPER_TPP } from './request-log.ts';

const OF_TPP = /^PSDHR-HNB-DEV([A-KM-NP-Z2-9]{10})$/;
const OF_PSU = /^[a-z0-9-]{1,60}\.([a-km-np-z2-9]{10})$/;
const OF_ACCOUNT = /^W([a-km-np-z2-9]{10})-/;

/** TPP id of a workspace. The identifiers of its TPP, PSUs and accounts contain the workspace (decision 83). */
export function tppIdOf(workspace: string): string {
  return DEVELOPER_TPP + workspace.toUpperCase();
}

/** Workspace of a TPP; undefined for a TPP that is not from a developer. */
export function workspaceOfTpp(tppId: string): string | undefined {
  return OF_TPP.exec(tppId)?.[1]?.toLowerCase();
}

/** Workspace of a PSU-ID; undefined for the test users that all developers share. */
export function workspaceOfPsu(psuId: string): string | undefined {
  return OF_PSU.exec(psuId)?.[1];
}

/** Workspace of an account in the ledger; undefined for accounts of the bank and of the shared test users. */
export function workspaceOfAccount(ledgerAccountId: string): string | undefined {
  return OF_ACCOUNT.exec(ledgerAccountId)?.[1];
}
