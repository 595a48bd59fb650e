import { createHash } from 'node:crypto';
import { type AccountReference, type BulkPayee, toAmount, toMinorUnits } from '@xs2a/contracts';
import type { CreditTransfer, TransferBlock, XmlFault } from '@xs2a/iso20022';
import type { BulkMessage, BulkTransfer, BulkTransfers } from '../model/bulk-message.ts';
import type { BulkSummary } from '../model/bulk-summary.ts';
import type { CheckedBlock, CheckedMessage, CheckedTransfer } from './check-message.ts';

/** Number of payees shown to a PSU. */
const PAYEES_SHOWN = 10;
const TRANSFERS_PER_DOCUMENT = 1_000;

/** Some transfers of one block, as they are stored in one document. */
type TransferBatch = Pick<BulkTransfers, 'block' | 'first' | 'transfers'>;

/** A checked message as it is stored and approved. */
export interface ParsedMessage {
  readonly bulk: BulkSummary;
  readonly original: BulkMessage['original'];
  readonly batches: readonly TransferBatch[];
  /** The first transfer and the fields of its block, under the names of a JSON body. */
  readonly first: Readonly<Record<string, unknown>>;
  /** The message that is executed instead of the posted one, and the first texts that were changed. */
  readonly transliterated?: { readonly xml: string; readonly paths: readonly string[] };
}

/** A message with faults, and its first transfer as far as it could be read. */
export interface UnfitMessage {
  readonly faults: readonly XmlFault[];
  readonly first: ParsedMessage['first'];
}

export function summariseMessage(message: CheckedMessage): ParsedMessage {
  const { blocks, namespace: _, ...header } = message;
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
  const original = { ...header, blocks: originals };
  return { bulk, original, batches: blocks.flatMap(batchesOf), first: firstTransfer(blocks) };
}

/** End-to-end reference if the debtor gives none (EPC guidelines). */
const NO_REFERENCE = 'NOTPROVIDED';
/** Default charges: each party pays those of its own bank (Directive 2015/2366 Art. 62(2)). */
const USUAL_CHARGES = ['SLEV', 'SHAR'];

export function firstTransfer([block]: readonly TransferBlock[]): ParsedMessage['first'] {
  const transfer = block?.transfers[0];
  if (block === undefined || transfer === undefined) return {};
  const charges = transfer.chargeBearer ?? block.chargeBearer ?? 'SLEV';
  return {
    creditorName: transfer.creditorName,
    creditorAccount: creditorAccountOf(transfer),
    instructedAmount:
      transfer.amount === undefined ? undefined : { currency: transfer.currency, amount: transfer.amount },
    debtorAccount: debtorAccountOf(block),
    requestedExecutionDate: block.requestedExecutionDate,
    endToEndIdentification: transfer.endToEndId === NO_REFERENCE ? undefined : transfer.endToEndId,
    chargeBearer: USUAL_CHARGES.includes(charges) ? undefined : charges,
    creditorAgent: transfer.creditorAgent,
    creditorAddress: transfer.creditorAddress,
    ultimateDebtor: transfer.ultimateDebtor,
    ultimateCreditor: transfer.ultimateCreditor,
    purposeCode: transfer.purposeCode,
    remittanceInformationUnstructured: transfer.unstructured,
    remittanceInformationStructured: transfer.creditorReference,
  };
}

function payeeOf(transfer: CheckedTransfer): BulkPayee {
  const { creditorName, currency, amount } = transfer;
  return { creditorName, creditorAccount: creditorAccountOf(transfer), instructedAmount: { currency, amount } };
}

function creditorAccountOf({ creditorIban, creditorAccount }: CreditTransfer | CheckedTransfer) {
  if (creditorIban !== undefined) return { iban: creditorIban };
  return { other: { identification: creditorAccount ?? '' } };
}

function totalsOf(payees: readonly BulkPayee[]): BulkSummary['totals'] {
  const sums = new Map<string, bigint>();
  for (const { instructedAmount } of payees) {
    const { currency } = instructedAmount;
    sums.set(currency, (sums.get(currency) ?? 0n) + toMinorUnits(instructedAmount));
  }
  return Array.from(sums, ([currency, sum]) => toAmount(sum, currency));
}

function debtorAccountOf({ debtorIban, debtorCurrency: currency }: TransferBlock): AccountReference {
  return { ...(debtorIban !== undefined && { iban: debtorIban }), ...(currency !== undefined && { currency }) };
}

function debtorAccountsOf(blocks: readonly CheckedBlock[]): AccountReference[] {
  const accounts = new Map(
    blocks.map((block) => [`${block.debtorIban} ${block.debtorCurrency ?? ''}`, debtorAccountOf(block)]),
  );
  return [...accounts.values()];
}

/** Hashes all payees in order: changing, removing or adding one changes the hash (RTS 2018/389, Art. 5(3)(b)). */
function hashOf(payees: readonly BulkPayee[]): string {
  const hash = createHash('sha256');
  for (const { creditorName, creditorAccount, instructedAmount } of payees) {
    const { iban, other } = creditorAccount;
    const { amount, currency } = instructedAmount;
    hash.update(`${JSON.stringify([creditorName, iban ?? other?.identification, amount, currency])}\n`);
  }
  return hash.digest('base64url');
}

function batchesOf({ transfers }: CheckedBlock, index: number): TransferBatch[] {
  const batches: TransferBatch[] = [];
  for (let start = 0; start < transfers.length; start += TRANSFERS_PER_DOCUMENT) {
    const batch = transfers.slice(start, start + TRANSFERS_PER_DOCUMENT);
    batches.push({ block: index + 1, first: start + 1, transfers: batch.map(transferOf) });
  }
  return batches;
}

function transferOf(transfer: CheckedTransfer): BulkTransfer {
  const { instructionId, endToEndId, creditorAgent } = transfer;
  return {
    ...(instructionId !== undefined && { instructionId }),
    endToEndId,
    ...payeeOf(transfer),
    ...(creditorAgent !== undefined && { creditorAgent }),
  };
}
