import { contentHashOf } from '@xs2a/approvals';
import {
  ACCOUNT_NOT_PROVIDED,
  type AccountReference,
  type Grant,
  type OfferedAccount,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  type PsuAccount,
  type ScaContent,
  type ScaContentOf,
} from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';
import { accountNamesOf } from './known-psu.ts';

type ConsentContent = ScaContentOf<'consent'>;
/** Content whose accounts the TPP may leave to the PSU and its bank. */
type OpenContent = ConsentContent | ScaContentOf<'payment'> | ScaContentOf<'periodicPayment'>;
type NamedContent = Pick<Authorisation, 'content' | 'contentHash' | 'offeredAccounts' | 'offeredSignatures'>;
type Offer = Pick<Authorisation, 'content' | 'offeredAccounts' | 'offeredSignatures'>;

/**
 * Adds the PSU's accounts to content whose TPP named none. The global and the list models of a consent get all of them; the
 * bank-offered model and a payment let the PSU choose. For a consent without a page to choose on, it offers all of them, to be
 * approved or declined as a whole; a payment from a PSU with one account that may pay it needs no choice. In every case the PSU
 * sees and approves the accounts.
 */
export function nameAccounts(
  { content, contentHash, scaApproach }: Pick<Authorisation, 'content' | 'contentHash' | 'scaApproach'>,
  accounts: readonly PsuAccount[],
): NamedContent {
  if (!leavesChoice(content)) return { content, contentHash };
  const inScope = accountsInScope(content, accounts);
  const isConsent = content.kind === 'consent';
  const isChoice = isConsent ? content.model === 'bankOffered' && scaApproach === 'REDIRECT' : inScope.length > 1;
  if (isChoice) {
    const offeredAccounts = inScope.map(({ reference, name }, index) => ({ key: String(index), reference, name }));
    const offeredSignatures = inScope.map(({ signaturesNeeded }, index) => [String(index), signaturesNeeded] as const);
    return { content, contentHash, offeredAccounts, offeredSignatures: Object.fromEntries(offeredSignatures) };
  }
  return withAccounts(
    content,
    inScope.map(({ reference }) => reference),
  );
}

/**
 * Returns the content with the accounts that the PSU chose, and the number of PSUs that must approve it, which is that of the
 * strictest account. Undefined if it chose none, several for a payment, or one that was not offered.
 */
export function withChosenAccounts(
  { content, offeredAccounts = [], offeredSignatures }: Offer,
  keys: readonly string[],
): (NamedContent & Pick<Authorisation, 'accountNames' | 'signaturesNeeded'>) | undefined {
  const chosen = keys.flatMap((key): OfferedAccount[] => offeredAccounts.filter((offered) => offered.key === key));
  if (!leavesChoice(content) || chosen.length === 0 || chosen.length < keys.length) return undefined;
  if (content.kind !== 'consent' && chosen.length > 1) return undefined;
  return {
    ...withAccounts(
      content,
      chosen.map(({ reference }) => reference),
    ),
    accountNames: accountNamesOf(chosen),
    // Offers stored by an earlier version do not have this field.
    ...(offeredSignatures && { signaturesNeeded: Math.max(1, ...keys.map((key) => offeredSignatures[key] ?? 1)) }),
  };
}

/**
 * Returns the content as the TPP requested it: without the accounts of a PSU who signed in before, and without what the payee's
 * bank said, because anyone with the link may see it.
 */
export function toRequestedContent(content: ScaContent): ScaContent {
  if (content.kind === 'consent') return leavesChoice(content) ? { ...content, grants: [] } : content;
  if (content.kind === 'basket') return { ...content, members: content.members.map(withoutResult) };
  if (content.kind !== 'payment' && content.kind !== 'periodicPayment') return withoutResult(content);
  const requested = withoutResult(content);
  return leavesChoice(content) ? { ...requested, debtorAccount: ACCOUNT_NOT_PROVIDED } : requested;
}

function withoutResult<Content extends ScaContent>(content: Content): Content {
  if (!('payeeVerification' in content)) return content;
  const { payeeVerification: _, ...others } = content;
  return others as Content;
}

/** Whether there is no account of the PSU that the content could be approved for. */
export function hasNoEligibleAccount(content: ScaContent, accounts: readonly PsuAccount[]): boolean {
  if (!leavesChoice(content)) return false;
  return content.kind === 'consent' ? accounts.length === 0 : accountsInScope(content, accounts).length === 0;
}

function leavesChoice(content: ScaContent): content is OpenContent {
  if (content.kind === 'consent') return content.model !== 'detailed';
  return (content.kind === 'payment' || content.kind === 'periodicPayment') && content.accountChosenByPsu === true;
}

function withAccounts(content: OpenContent, references: readonly AccountReference[]): NamedContent {
  if (content.kind === 'consent') return withGrants(content, references);
  const [debtorAccount] = references;
  const named = { ...content, ...(debtorAccount && { debtorAccount }) };
  return { content: named, contentHash: contentHashOf(named) };
}

function withGrants(content: ConsentContent, references: readonly AccountReference[]): NamedContent {
  const { rights, ownerName } = content;
  const grants: Grant[] = references.map((account) => ({ account, rights, ...(ownerName && { ownerName }) }));
  const named = { ...content, grants };
  return { content: named, contentHash: contentHashOf(named) };
}

function accountsInScope(content: OpenContent, accounts: readonly PsuAccount[]): Distinct[] {
  return distinct(
    accounts.filter((account) =>
      content.kind === 'consent' ? isInScope(content, account) : mayPay(content.paymentProduct, account),
    ),
  );
}

function isInScope({ restrictedTo }: ConsentContent, { cashAccountType }: PsuAccount): boolean {
  return restrictedTo === undefined || (cashAccountType !== undefined && restrictedTo.includes(cashAccountType));
}

/** Whether an account can be debited for a product: it has an IBAN, a currency of the product, and the bank lets the PSU pay from it. */
function mayPay(paymentProduct: string, account: PsuAccount): boolean {
  const { currencies } = PAYMENT_PRODUCTS[paymentProduct as PaymentProduct];
  const { reference, currency, mayPay: isPayable = true } = account;
  return isPayable && reference.iban !== undefined && (currencies === undefined || currencies.includes(currency));
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
