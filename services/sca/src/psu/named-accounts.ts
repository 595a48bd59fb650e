import { contentHashOf } from '@xs2a/approvals';
import type { AccountReference, Grant, OfferedAccount, PsuAccount, ScaContent } from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';

type ConsentContent = Extract<ScaContent, { kind: 'consent' }>;
type NamedContent = Pick<Authorisation, 'content' | 'contentHash' | 'offeredAccounts' | 'offeredSignatures'>;
type Offer = Pick<Authorisation, 'content' | 'offeredAccounts' | 'offeredSignatures'>;

/**
 * Adds the PSU's accounts to a consent whose TPP named none. The global and the list models get all of them; the
 * bank-offered model lets the PSU choose. Without a page to choose on, it offers all of them, to be approved or declined
 * as a whole. In every model the PSU sees and approves a list of accounts.
 */
export function nameAccounts(
  { content, contentHash, scaApproach }: Pick<Authorisation, 'content' | 'contentHash' | 'scaApproach'>,
  accounts: readonly PsuAccount[],
): NamedContent {
  if (content.kind !== 'consent' || content.model === 'detailed') return { content, contentHash };
  const inScope = distinct(accounts.filter((account) => isInScope(content, account)));
  if (content.model === 'bankOffered' && scaApproach === 'REDIRECT') {
    const offeredAccounts = inScope.map(({ reference, name }, index) => ({ key: String(index), reference, name }));
    const offeredSignatures = inScope.map(({ signaturesNeeded }, index) => [String(index), signaturesNeeded] as const);
    return { content, contentHash, offeredAccounts, offeredSignatures: Object.fromEntries(offeredSignatures) };
  }
  return withGrants(
    content,
    inScope.map(({ reference }) => reference),
  );
}

/**
 * Returns the content with the accounts that the PSU chose, and the number of PSUs that must approve it, which is that of the
 * strictest account. Undefined if it chose none, or one that was not offered.
 */
export function withChosenAccounts(
  { content, offeredAccounts = [], offeredSignatures }: Offer,
  keys: readonly string[],
): (NamedContent & { signaturesNeeded?: number }) | undefined {
  const chosen = keys.map((key) => offeredAccounts.find((offered) => offered.key === key));
  if (content.kind !== 'consent' || chosen.length === 0 || chosen.includes(undefined)) return undefined;
  const references = chosen.flatMap((offered: OfferedAccount | undefined) => (offered ? [offered.reference] : []));
  return {
    ...withGrants(content, references),
    // Offers stored by an earlier version do not have this field.
    ...(offeredSignatures && { signaturesNeeded: Math.max(1, ...keys.map((key) => offeredSignatures[key] ?? 1)) }),
  };
}

/** Removes the accounts of a PSU who signed in before: anyone with the link may see the content. */
export function withoutNamedAccounts(content: ScaContent): ScaContent {
  return content.kind !== 'consent' || content.model === 'detailed' ? content : { ...content, grants: [] };
}

function withGrants(content: ConsentContent, references: readonly AccountReference[]): NamedContent {
  const { rights, ownerName } = content;
  const grants: Grant[] = references.map((account) => ({ account, rights, ...(ownerName && { ownerName }) }));
  const named = { ...content, grants };
  return { content: named, contentHash: contentHashOf(named) };
}

function isInScope({ restrictedTo }: ConsentContent, { cashAccountType }: PsuAccount): boolean {
  return restrictedTo === undefined || (cashAccountType !== undefined && restrictedTo.includes(cashAccountType));
}

type Distinct = Pick<PsuAccount, 'reference' | 'name' | 'signaturesNeeded'>;

/** Sub-accounts under one identifier count as one account: a reference without a currency stands for all of them. */
function distinct(accounts: readonly PsuAccount[]): Distinct[] {
  const byIdentifier = new Map<string, Distinct>();
  for (const { reference, name, signaturesNeeded } of accounts) {
    const { currency: _, ...identifier } = reference;
    const key = JSON.stringify(identifier);
    const needed = Math.max(signaturesNeeded, byIdentifier.get(key)?.signaturesNeeded ?? 1);
    byIdentifier.set(key, { reference: identifier, name, signaturesNeeded: needed });
  }
  return [...byIdentifier.values()];
}
