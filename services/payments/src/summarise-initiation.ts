import { createHash } from 'node:crypto';
import { type AccountReference, type BulkPayee, toAmount, toMinorUnits } from '@xs2a/contracts';
import type { CreditTransfer, Initiation, TransferBlock } from '@xs2a/iso20022';
import type { BulkMessage, BulkTransfers } from './bulk-message.ts';
import type { BulkSummary } from './bulk-summary.ts';

/** As many as a PSU is shown. */
const PAYEES_SHOWN = 10;
const TRANSFERS_PER_DOCUMENT = 1_000;

/** A judged message as it is stored and approved. */
export interface TakenMessage {
  readonly bulk: BulkSummary;
  readonly original: BulkMessage['original'];
  readonly pieces: readonly Pick<BulkTransfers, 'block' | 'first' | 'transfers'>[];
}

export function summariseInitiation(initiation: Initiation): TakenMessage {
  const { blocks, namespace: _, ...header } = initiation;
  const payees = blocks.flatMap(({ transfers }) => transfers.map(payeeOf));
  const bulk: BulkSummary = {
    numberOfTransactions: payees.length,
    totals: totalsOf(payees),
    debtorAccounts: debtorAccountsOf(blocks),
    payees: payees.slice(0, PAYEES_SHOWN),
    payeesHash: hashOf(payees),
    days: blocks.map(({ requestedExecutionDate }) => requestedExecutionDate),
  };
  const originals = blocks.map(({ paymentInformationId, numberOfTransactions, controlSum }) => ({
    paymentInformationId,
    ...(numberOfTransactions !== undefined && { numberOfTransactions }),
    ...(controlSum !== undefined && { controlSum }),
  }));
  return { bulk, original: { ...header, blocks: originals }, pieces: blocks.flatMap(piecesOf) };
}

function payeeOf({ creditorName = '', creditorIban, creditorAccount = '', ...transfer }: CreditTransfer): BulkPayee {
  const { amount = '', currency = '' } = transfer;
  return {
    creditorName,
    creditorAccount:
      creditorIban === undefined ? { other: { identification: creditorAccount } } : { iban: creditorIban },
    instructedAmount: { currency, amount },
  };
}

function totalsOf(payees: readonly BulkPayee[]): BulkSummary['totals'] {
  const sums = new Map<string, bigint>();
  for (const { instructedAmount } of payees) {
    const { currency } = instructedAmount;
    sums.set(currency, (sums.get(currency) ?? 0n) + toMinorUnits(instructedAmount));
  }
  return Array.from(sums, ([currency, sum]) => toAmount(sum, currency));
}

function debtorAccountsOf(blocks: readonly TransferBlock[]): AccountReference[] {
  const accounts = new Map(
    blocks.map(({ debtorIban = '', debtorCurrency: currency }) => [
      `${debtorIban} ${currency ?? ''}`,
      { iban: debtorIban, ...(currency !== undefined && { currency }) },
    ]),
  );
  return [...accounts.values()];
}

/** Over every payee in their order: one changed, left out or added is another hash (RTS 2018/389 Art. 5.3 b). */
function hashOf(payees: readonly BulkPayee[]): string {
  const hash = createHash('sha256');
  for (const { creditorName, creditorAccount, instructedAmount } of payees) {
    const { iban, other } = creditorAccount;
    const { amount, currency } = instructedAmount;
    hash.update(`${JSON.stringify([creditorName, iban ?? other?.identification, amount, currency])}\n`);
  }
  return hash.digest('base64url');
}

function piecesOf({ transfers }: TransferBlock, index: number): TakenMessage['pieces'][number][] {
  const pieces: TakenMessage['pieces'][number][] = [];
  for (let start = 0; start < transfers.length; start += TRANSFERS_PER_DOCUMENT) {
    const some = transfers.slice(start, start + TRANSFERS_PER_DOCUMENT);
    pieces.push({ block: index + 1, first: start + 1, transfers: some.map(transferOf) });
  }
  return pieces;
}

function transferOf({ instructionId, endToEndId, amount = '', currency = '' }: CreditTransfer) {
  return { ...(instructionId !== undefined && { instructionId }), endToEndId, instructedAmount: { currency, amount } };
}
