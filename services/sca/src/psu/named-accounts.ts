import type { AccountReference, Grant, OfferedAccount, PsuAccount, ScaContent } from '@xs2a/contracts';
import { contentHashOf } from '@xs2a/service-kit';
import type { Authorisation } from '../model/authorisation.ts';

type ConsentContent = Extract<ScaContent, { kind: 'consent' }>;
type Named = Pick<Authorisation, 'content' | 'contentHash' | 'offeredAccounts'>;

/**
 * Names the PSU's accounts in a consent whose TPP did not: all of them in the global and the list models, those to choose
 * from in the bank-offered one; without a page to choose on all of them are offered, to be approved or declined as they
 * are. What the PSU sees and approves is then a list of accounts in every model.
 */
export function nameAccounts(
  { content, contentHash, scaApproach }: Authorisation,
  accounts: readonly PsuAccount[],
): Named {
  if (content.kind !== 'consent' || content.model === 'detailed') return { content, contentHash };
  const inScope = distinct(accounts.filter((account) => isInScope(content, account)));
  if (content.model === 'bankOffered' && scaApproach === 'REDIRECT') {
    const offeredAccounts = inScope.map(({ reference, name }, index) => ({ key: String(index), reference, name }));
    return { content, contentHash, offeredAccounts };
  }
  return withGrants(
    content,
    inScope.map(({ reference }) => reference),
  );
}

/** The content with the accounts that the PSU chose; undefined when it chose none, or one that was not offered. */
export function withChosenAccounts(
  { content, offeredAccounts = [] }: Authorisation,
  keys: readonly string[],
): Named | undefined {
  const chosen = keys.map((key) => offeredAccounts.find((offered) => offered.key === key));
  if (content.kind !== 'consent' || chosen.length === 0 || chosen.includes(undefined)) return undefined;
  const references = chosen.flatMap((offered: OfferedAccount | undefined) => (offered ? [offered.reference] : []));
  return withGrants(content, references);
}

/** The content as anyone may see it who holds the link: without the accounts of a PSU who signed in before. */
export function withoutNamedAccounts(content: ScaContent): ScaContent {
  return content.kind !== 'consent' || content.model === 'detailed' ? content : { ...content, grants: [] };
}

function withGrants(content: ConsentContent, references: readonly AccountReference[]): Named {
  const grants: Grant[] = references.map((account) => ({ account, rights: content.rights }));
  const named = { ...content, grants };
  return { content: named, contentHash: contentHashOf(named) };
}

function isInScope({ restrictedTo }: ConsentContent, { cashAccountType }: PsuAccount): boolean {
  return restrictedTo === undefined || (cashAccountType !== undefined && restrictedTo.includes(cashAccountType));
}

/** Sub-accounts under one identifier are one account here: a reference without currency means all of them. */
function distinct(accounts: readonly PsuAccount[]): { reference: AccountReference; name: string }[] {
  const byIdentifier = new Map<string, { reference: AccountReference; name: string }>();
  for (const { reference, name } of accounts) {
    const { currency: _, ...identifier } = reference;
    byIdentifier.set(JSON.stringify(identifier), { reference: identifier, name });
  }
  return [...byIdentifier.values()];
}
