import { DEVELOPER_TPP } from './request-log.ts';

const OF_TPP = /^PSDHR-HNB-DEV([A-KM-NP-Z2-9]{10})$/;
const OF_PSU = /^[a-z0-9-]{1,60}\.([a-km-np-z2-9]{10})$/;
const OF_ACCOUNT = /^W([a-km-np-z2-9]{10})-/;

/** The TPP of a workspace. The sandbox of one developer is in its identifiers: of its TPP, its PSUs and its accounts (decision 83). */
export function tppIdOf(workspace: string): string {
  return DEVELOPER_TPP + workspace.toUpperCase();
}

/** The workspace of a TPP; undefined for any that no developer registered. */
export function workspaceOfTpp(tppId: string): string | undefined {
  return OF_TPP.exec(tppId)?.[1]?.toLowerCase();
}

/** The workspace of a PSU-ID; undefined for the test users that all developers share. */
export function workspaceOfPsu(psuId: string): string | undefined {
  return OF_PSU.exec(psuId)?.[1];
}

/** The workspace of an account of the ledger; undefined for the bank's own and those of the shared test users. */
export function workspaceOfAccount(ledgerAccountId: string): string | undefined {
  return OF_ACCOUNT.exec(ledgerAccountId)?.[1];
}
