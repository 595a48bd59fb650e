import type { AccountReference, RefusedTransfer } from '@xs2a/contracts';
import { toMinorUnits } from '@xs2a/contracts';
import type { CreditTransfer, TransferBlock } from '@xs2a/iso20022';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { bankDayOf } from './bank-day.ts';
import { bulkCredit, bulkDebit, bulkTotal } from './bulk-entries.ts';
import type { BulkOrder } from './bulk-order.ts';
import { findAccounts } from './find-account.ts';
import { type CustomerAccount, isCustomer } from './ledger-account.ts';
import { LedgerPage } from './ledger-page.ts';
import { chooseAccounts, type ReasonCode } from './plan-transfer.ts';
import type { Room } from './room.ts';
import { internalAccountId } from './sandbox/historic-posting.ts';

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
  room: Room,
  order: BulkOrder,
  piece: Piece & { readonly id: string },
): Promise<readonly string[]> {
  const accounts = await accountsOf(room, piece);
  try {
    return await room.database.transaction((session) => book(room, order, { ...piece, ...accounts, session }));
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

async function accountsOf(room: Room, { content, transfers }: Piece): Promise<Accounts> {
  const ibans = new Set(transfers.flatMap(({ creditorIban }) => creditorIban ?? []));
  const found = await room.ledgerAccounts.find({ 'customer.reference.iban': { $in: [...ibans] } }).toArray();
  const creditors = Map.groupBy(found.filter(isCustomer), ({ customer }) => customer.reference.iban);
  return { debtors: await findAccounts(room, debtorOf(content)), creditors };
}

function debtorOf({ debtorIban, debtorCurrency }: TransferBlock): AccountReference {
  return {
    ...(debtorIban !== undefined && { iban: debtorIban }),
    ...(debtorCurrency !== undefined && { currency: debtorCurrency }),
  };
}

async function book(
  room: Room,
  order: BulkOrder,
  work: Piece & Accounts & { readonly id: string; readonly session: ClientSession },
): Promise<readonly string[]> {
  const { id, block, first, content, transfers, debtors, creditors, session } = work;
  const page = await LedgerPage.open(room, [...debtors, ...[...creditors.values()].flat()], session);
  const refused: RefusedTransfer[] = [];
  const batch: { debtor: CustomerAccount | undefined; total: bigint; count: number } = {
    debtor: undefined,
    total: 0n,
    count: 0,
  };
  for (const [offset, transfer] of transfers.entries()) {
    const place = { block, transfer: first + offset };
    const currency = transfer.currency ?? '';
    const own = creditors.get(transfer.creditorIban) ?? [];
    const chosen = chooseAccounts({ debtors, creditors: own, currency, psuId: order.psuId });
    const reasonCode = 'reasonCode' in chosen ? chosen.reasonCode : undefined;
    const amount = toMinorUnits({ amount: transfer.amount ?? '0', currency });
    const debtorId = 'debtor' in chosen ? chosen.debtor._id : '';
    const refusal: ReasonCode | undefined = reasonCode ?? (page.available(debtorId) < amount ? 'AM04' : undefined);
    if (refusal !== undefined || 'reasonCode' in chosen) {
      refused.push({ ...place, reasonCode: refusal ?? 'AM04' });
      continue;
    }
    const { debtor, creditor } = chosen;
    const reference = `${order._id}-${place.block}.${place.transfer}`;
    page.move(debtor._id, -amount, content.batchBooking ? undefined : bulkDebit(reference, transfer));
    if (creditor === undefined) page.move(internalAccountId('clearing', currency), amount, undefined);
    else page.move(creditor._id, amount, bulkCredit(reference, transfer, debtor));
    batch.debtor = debtor;
    batch.total += amount;
    batch.count++;
  }
  if (content.batchBooking && batch.debtor !== undefined) {
    page.enter(batch.debtor._id, -batch.total, bulkTotal(`${order._id}-${block}`, content, batch.count));
  }
  await room.bulkPieces.insertOne({ _id: id, paymentId: order._id, transfers: transfers.length, refused }, { session });
  const at = room.now();
  return page.close({ id, at, day: bankDayOf(at) });
}
