import { PAYMENT_PRODUCTS, toMinorUnits, workspaceOfAccount } from '@xs2a/contracts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import type { BookingLine } from '../ledger/post-booking.ts';
import type { EntryDetails } from '../model/entry.ts';
import { internalAccountId } from '../model/internal-account.ts';
import type { CustomerAccount } from '../model/ledger-account.ts';
import type { Order } from '../model/order.ts';

/** Reasons for rejecting an order: ISO 20022 external status reason codes. */
export type ReasonCode =
  /** Not executed in time. */
  | 'AB11'
  /** The debtor account is unknown. */
  | 'AC01'
  /** The account is blocked. */
  | 'AC06'
  /** The PSU is not authorised for the account, or debtor and creditor account are the same. */
  | 'AG01'
  /** The account is not held in this currency. */
  | 'AM03'
  /** Insufficient funds. */
  | 'AM04'
  /** The amount cannot be booked. */
  | 'AM12';

/** Plans the two lines of a credit transfer, or returns the reason to reject it. Funds are checked when it is booked. */
export async function planTransfer(
  context: Pick<BankContext, 'ledgerAccounts'>,
  order: Order,
): Promise<{ lines: [BookingLine, BookingLine] } | { reasonCode: ReasonCode }> {
  const { debtorAccount, creditorAccount, instructedAmount } = order.body;
  const { currency } = instructedAmount;
  const debtors = await findAccounts(context, debtorAccount);
  const { currency: creditorCurrency, ...creditorReference } = creditorAccount;
  const creditors = await findAccounts(context, creditorReference);
  const chosen = chooseAccounts({ debtors, creditors, currency, creditorCurrency, psuId: order.psuId });
  if ('reasonCode' in chosen) return chosen;
  const { debtor } = chosen;
  const amount = toMinorUnits(instructedAmount);
  return { lines: [debitLine(order, debtor, amount), creditLine(order, chosen, amount)] };
}

/**
 * Chooses the accounts of a transfer, or returns the reason to reject it. Without a creditor account at this bank, the transfer
 * goes to another bank.
 */
export function chooseAccounts({
  debtors,
  creditors,
  currency,
  creditorCurrency = currency,
  psuId,
}: {
  readonly debtors: readonly CustomerAccount[];
  readonly creditors: readonly CustomerAccount[];
  readonly currency: string;
  /** Currency of the creditor account, if the order names one. */
  readonly creditorCurrency?: string | undefined;
  readonly psuId: string;
}): { debtor: CustomerAccount; creditor: CustomerAccount | undefined } | { reasonCode: ReasonCode } {
  if (debtors.length === 0) return { reasonCode: 'AC01' };
  const debtor = debtors.find((account) => account.currency === currency);
  if (debtor === undefined) return { reasonCode: 'AM03' };
  if (debtor.customer.status !== 'enabled') return { reasonCode: 'AC06' };
  if (!debtor.customer.owners.includes(psuId)) return { reasonCode: 'AG01' };
  // For a developer, the accounts of another one are at another bank (decision 83).
  const workspace = workspaceOfAccount(debtor._id);
  const near = creditors.filter(({ _id }) => workspaceOfAccount(_id) === workspace);
  const creditor = creditorCurrency === currency ? near.find((account) => account.currency === currency) : undefined;
  if (near.length > 0 && creditor === undefined) return { reasonCode: 'AM03' };
  return creditor?._id === debtor._id ? { reasonCode: 'AG01' } : { debtor, creditor };
}

function debitLine(order: Order, debtor: CustomerAccount, amount: bigint): BookingLine {
  const { creditorName, creditorAccount, creditorAgent } = order.body;
  return {
    ledgerAccountId: debtor._id,
    currency: debtor.currency,
    amount: -amount,
    entry: {
      reference: `${order._id}-D`,
      details: {
        ...commonDetails(order),
        creditorName,
        creditorAccount,
        ...(creditorAgent !== undefined && { creditorAgent }),
        bankTransactionCode: codeOf(order, 'ICDT', 'IRCT'),
      },
    },
  };
}

/** Credits another customer's account, or the clearing account for other banks. */
function creditLine(
  order: Order,
  { creditor, debtor }: { creditor: CustomerAccount | undefined; debtor: CustomerAccount },
  amount: bigint,
): BookingLine {
  const { currency } = debtor;
  if (creditor === undefined) return { ledgerAccountId: internalAccountId('clearing', currency), currency, amount };
  const { iban } = debtor.customer.reference;
  return {
    ledgerAccountId: creditor._id,
    currency,
    amount,
    entry: {
      reference: `${order._id}-C`,
      details: {
        ...commonDetails(order),
        debtorName: debtor.customer.ownerName,
        ...(iban !== undefined && { debtorAccount: { iban } }),
        bankTransactionCode: codeOf(order, 'RCDT', 'RRCT'),
      },
    },
  };
}

/** Returns the reference of a payment without a debtor's reference: in a national payment its model states that (decision 25). */
function missingReference({ paymentProduct }: Order): string {
  return PAYMENT_PRODUCTS[paymentProduct].references === 'national' ? 'HR99' : 'NOTPROVIDED';
}

function commonDetails(order: Order): EntryDetails {
  const { endToEndIdentification, remittanceInformationUnstructured, remittanceInformationStructured, purposeCode } =
    order.body;
  const structured =
    typeof remittanceInformationStructured === 'object'
      ? remittanceInformationStructured.reference
      : remittanceInformationStructured;
  const isOfKind =
    typeof remittanceInformationStructured === 'object' && Object.keys(remittanceInformationStructured).length > 1;
  const { ultimateDebtor, ultimateCreditor } = order.body;
  return {
    endToEndId: endToEndIdentification ?? missingReference(order),
    ...(remittanceInformationUnstructured !== undefined && { remittanceInformationUnstructured }),
    ...(structured !== undefined && { remittanceInformationStructured: structured }),
    ...(isOfKind && { remittanceInformationStructuredArray: [remittanceInformationStructured] }),
    ...(ultimateDebtor !== undefined && { ultimateDebtor }),
    ...(ultimateCreditor !== undefined && { ultimateCreditor }),
    ...(purposeCode !== undefined && { purposeCode }),
  };
}

/** Returns the sub-family of the ISO 20022 bank transaction code. Standing orders have their own; large values are settled individually. */
function subFamilyOf({ paymentService, paymentProduct }: Order): string {
  const { creditors, format, largeValue } = PAYMENT_PRODUCTS[paymentProduct];
  if (paymentService === 'periodic-payments') return 'STDO';
  if (largeValue === true) return 'PRCT';
  if (creditors === 'croatia') return 'DMCT';
  return creditors === 'anywhere' && format === 'json' ? 'XBCT' : 'ESCT';
}

/** Returns the transaction code of an order. Instant payments have separate families. */
function codeOf(order: Order, family: string, instantFamily: string): string {
  const isInstant = PAYMENT_PRODUCTS[order.paymentProduct].instant === true;
  return `PMNT-${isInstant ? instantFamily : family}-${subFamilyOf(order)}`;
}
