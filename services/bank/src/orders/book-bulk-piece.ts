import { type AccountReference, InstructedAmount, type RefusedTransfer, toMinorUnits } from '@xs2a/contracts';
import type { CreditTransfer, TransferBlock } from '@xs2a/iso20022';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import { PostingBatch } from '../ledger/posting-batch.ts';
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
 * Books a piece in one transaction with the note that it was: money, statement entries, and which transfers were refused.
 * Returns the customers' accounts that it touched; none where it was booked before.
 */
export async function bookBulkPiece(
  context: BankContext,
  order: BulkOrder,
  piece: Piece & { readonly id: string },
): Promise<readonly string[]> {
  const accounts = await accountsOf(context, piece);
  try {
    return await context.database.transaction((session) => book(context, order, { ...piece, ...accounts, session }));
  } catch (error) {
    if (isDuplicateKey(error)) return [];
    throw error;
  }
}

interface Accounts {
  readonly debtors: readonly CustomerAccount[];
  /** Those of this bank, by IBAN. */
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
): Promise<readonly string[]> {
  const { id, block, first, content, transfers, debtors, creditors, session } = work;
  const page = await PostingBatch.open(context, [...debtors, ...[...creditors.values()].flat()], session);
  const refused: RefusedTransfer[] = [];
  const moved: Moved[] = [];
  for (const [offset, transfer] of transfers.entries()) {
    const place = { block, transfer: first + offset };
    const judged = judge(transfer, { ...work, psuId: order.psuId, page });
    if ('reasonCode' in judged) {
      refused.push({ ...place, reasonCode: judged.reasonCode });
      continue;
    }
    move(page, judged, { reference: `${order._id}-${place.block}.${place.transfer}`, transfer, content });
    moved.push(judged);
  }
  if (content.batchBooking) enterTotals(page, moved, { reference: `${order._id}-${block}`, content });
  await context.bulkPieces.insertOne(
    { _id: id, paymentId: order._id, transfers: transfers.length, refused },
    { session },
  );
  const at = context.now();
  return page.close({ id, at, day: bankDayOf(at) });
}

/** Between which accounts a transfer moves, and how much. */
interface Moved {
  readonly debtor: CustomerAccount;
  /** Undefined where the payee has its account at another bank. */
  readonly creditor: CustomerAccount | undefined;
  readonly amount: bigint;
}

function judge(
  { amount = '', currency = '', creditorIban }: CreditTransfer,
  { debtors, creditors, psuId, page }: Accounts & { readonly psuId: string; readonly page: PostingBatch },
): Moved | { readonly reasonCode: ReasonCode } {
  const instructed = InstructedAmount.safeParse({ amount, currency });
  if (!instructed.success) return { reasonCode: 'AM12' };
  const chosen = chooseAccounts({ debtors, creditors: creditors.get(creditorIban) ?? [], currency, psuId });
  if ('reasonCode' in chosen) return chosen;
  const minorUnits = toMinorUnits(instructed.data);
  return page.available(chosen.debtor._id) < minorUnits ? { reasonCode: 'AM04' } : { ...chosen, amount: minorUnits };
}

function move(
  page: PostingBatch,
  { debtor, creditor, amount }: Moved,
  { reference, transfer, content }: { reference: string; transfer: CreditTransfer; content: TransferBlock },
): void {
  page.move(debtor._id, -amount, content.batchBooking ? undefined : bulkDebit(reference, transfer));
  if (creditor !== undefined) page.move(creditor._id, amount, bulkCredit(reference, transfer, debtor));
  else page.move(internalAccountId('clearing', debtor.currency), amount, undefined);
}

/** One entry of the statement for all that a block took from an account; of several currencies these are several. */
function enterTotals(
  page: PostingBatch,
  moved: readonly Moved[],
  { reference, content }: { reference: string; content: TransferBlock },
): void {
  for (const [accountId, some] of Map.groupBy(moved, ({ debtor }) => debtor._id)) {
    const total = some.reduce((sum, { amount }) => sum + amount, 0n);
    page.enter(accountId, -total, bulkTotal(`${reference}-${accountId.slice(-3)}`, content, some.length));
  }
}
