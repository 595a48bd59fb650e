import {
  type AccountReference,
  instructedAmountFault,
  type PaymentProduct,
  type RefusedTransfer,
  toMinorUnits,
} from '@xs2a/contracts';
import type { CreditTransfer, TransferBlock } from '@xs2a/iso20022';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import { type BookedEntries, PostingBatch } from '../ledger/posting-batch.ts';
import { bankDayOf } from '../model/bank-day.ts';
import type { BulkOrder } from '../model/bulk-order.ts';
import { internalAccountId } from '../model/internal-account.ts';
import { type CustomerAccount, isCustomer } from '../model/ledger-account.ts';
import { bulkCredit, bulkDebit, bulkTotal } from './bulk-entries.ts';
import { chooseAccounts, type ReasonCode } from './plan-transfer.ts';

/** Transfers of one block that are booked together; counted from 1. */
export interface Piece {
  readonly block: number;
  readonly first: number;
  readonly content: TransferBlock;
  readonly transfers: readonly CreditTransfer[];
}

/**
 * Books a piece in one transaction: balances, statement entries, the refused transfers, and the completion of the piece. Returns
 * the changed customers' accounts with their new entries; none if the piece was already booked.
 */
export async function bookBulkPiece(
  context: BankContext,
  order: BulkOrder,
  piece: Piece & { readonly id: string },
): Promise<BookedEntries> {
  const accounts = await accountsOf(context, piece);
  try {
    return await context.database.transaction((session) => book(context, order, { ...piece, ...accounts, session }));
  } catch (error) {
    if (isDuplicateKey(error)) return new Map();
    throw error;
  }
}

interface Accounts {
  readonly debtors: readonly CustomerAccount[];
  /** Creditor accounts at this bank, by IBAN. */
  readonly creditors: ReadonlyMap<string | undefined, readonly CustomerAccount[]>;
}

async function accountsOf(context: BankContext, { content, transfers }: Piece): Promise<Accounts> {
  const ibans = new Set(transfers.flatMap(({ creditorIban }) => creditorIban ?? []));
  const found = await context.ledgerAccounts.find({ 'customer.reference.iban': { $in: [...ibans] } }).toArray();
  const creditors = Map.groupBy(found.filter(isCustomer), ({ customer }) => customer.reference.iban);
  return { debtors: await findAccounts(context, debtorOf(content)), creditors };
}

function debtorOf({ debtorIban, debtorCurrency }: TransferBlock): AccountReference {
  return {
    ...(debtorIban !== undefined && { iban: debtorIban }),
    ...(debtorCurrency !== undefined && { currency: debtorCurrency }),
  };
}

async function book(
  context: BankContext,
  order: BulkOrder,
  work: Piece & Accounts & { readonly id: string; readonly session: ClientSession },
): Promise<BookedEntries> {
  const { paymentProduct: product } = order;
  const { id, block, first, content, transfers, debtors, creditors, session } = work;
  const batch = await PostingBatch.open(context, [...debtors, ...[...creditors.values()].flat()], session);
  const refused: RefusedTransfer[] = [];
  const moved: AcceptedTransfer[] = [];
  for (const [offset, transfer] of transfers.entries()) {
    const position = { block, transfer: first + offset };
    const checked = check(transfer, { ...work, psuId: order.psuId, batch });
    if ('reasonCode' in checked) {
      refused.push({ ...position, reasonCode: checked.reasonCode });
      continue;
    }
    move(batch, checked, {
      reference: `${order._id}-${position.block}.${position.transfer}`,
      transfer,
      content,
      product,
    });
    moved.push(checked);
  }
  if (content.batchBooking) enterTotals(batch, moved, { reference: `${order._id}-${block}`, content, product });
  await context.bulkPieces.insertOne(
    { _id: id, paymentId: order._id, transfers: transfers.length, refused },
    { session },
  );
  const at = context.now();
  return batch.close({ id, at, day: bankDayOf(at) });
}

/** The accounts and the amount of a transfer. */
interface AcceptedTransfer {
  readonly debtor: CustomerAccount;
  /** Undefined if the payee's account is at another bank. */
  readonly creditor: CustomerAccount | undefined;
  readonly amount: bigint;
}

function check(
  { amount = '', currency = '', creditorIban }: CreditTransfer,
  { debtors, creditors, psuId, batch }: Accounts & { readonly psuId: string; readonly batch: PostingBatch },
): AcceptedTransfer | { readonly reasonCode: ReasonCode } {
  if (instructedAmountFault({ amount, currency }) !== undefined) return { reasonCode: 'AM12' };
  const chosen = chooseAccounts({ debtors, creditors: creditors.get(creditorIban) ?? [], currency, psuId });
  if ('reasonCode' in chosen) return chosen;
  const minorUnits = toMinorUnits({ amount, currency });
  return batch.available(chosen.debtor._id) < minorUnits ? { reasonCode: 'AM04' } : { ...chosen, amount: minorUnits };
}

/** Data of the entries on statements. */
interface Entered {
  readonly reference: string;
  readonly content: TransferBlock;
  readonly product: PaymentProduct;
}

function move(
  batch: PostingBatch,
  { debtor, creditor, amount }: AcceptedTransfer,
  { reference, transfer, content, product }: Entered & { readonly transfer: CreditTransfer },
): void {
  batch.move(debtor._id, -amount, content.batchBooking ? undefined : bulkDebit(reference, transfer, product));
  if (creditor !== undefined) batch.move(creditor._id, amount, bulkCredit(reference, transfer, { debtor, product }));
  else batch.move(internalAccountId('clearing', debtor.currency), amount, undefined);
}

/** Adds one statement entry for all transfers of a block from one account, for each currency. */
function enterTotals(
  batch: PostingBatch,
  moved: readonly AcceptedTransfer[],
  { reference, content, product }: Entered,
): void {
  for (const [accountId, some] of Map.groupBy(moved, ({ debtor }) => debtor._id)) {
    const total = some.reduce((sum, { amount }) => sum + amount, 0n);
    batch.enter(
      accountId,
      -total,
      bulkTotal(`${reference}-${accountId.slice(-3)}`, content, { count: some.length, product }),
    );
  }
}
