import type { PostalAddress } from '../postal-address.ts';

/** A credit transfer of a pain.001, as written. Fields absent in the message are absent here. */
export interface CreditTransfer {
  readonly instructionId?: string;
  readonly endToEndId: string;
  /** Digits as written; undefined if the amount is given as an equivalent. */
  readonly amount?: string;
  readonly currency?: string;
  readonly ultimateDebtor?: string;
  readonly creditorAgent?: string;
  readonly creditorName?: string;
  /** Absent if it has no country or consists of lines only. */
  readonly creditorAddress?: PostalAddress;
  readonly ultimateCreditor?: string;
  readonly creditorIban?: string;
  /** For an account without IBAN. */
  readonly creditorAccount?: string;
  readonly chargeBearer?: string;
  readonly purposeCode?: string;
  readonly unstructured?: string;
  readonly creditorReference?: string;
}

/** A `PmtInf`: transfers from one account on one day. */
export interface TransferBlock {
  readonly paymentInformationId: string;
  readonly method: string;
  readonly batchBooking?: boolean;
  readonly numberOfTransactions?: string;
  readonly controlSum?: string;
  /** `YYYY-MM-DD`. */
  readonly requestedExecutionDate: string;
  readonly debtorName?: string;
  readonly debtorIban?: string;
  readonly debtorCurrency?: string;
  readonly chargeBearer?: string;
  readonly transfers: readonly CreditTransfer[];
}

/** A `CstmrCdtTrfInitn` of any version; only its schema has been checked. */
export interface Initiation {
  /** Message name, such as `pain.001.001.09`. */
  readonly message: string;
  readonly namespace: string;
  readonly messageId: string;
  readonly createdAt: string;
  readonly numberOfTransactions: string;
  readonly controlSum?: string;
  readonly blocks: readonly TransferBlock[];
}

/** Path of a block in its message; the first one has no number. */
export function blockPath(block: number): string {
  return `CstmrCdtTrfInitn/PmtInf${block === 0 ? '' : `[${block + 1}]`}`;
}

export function transferPath(block: number, transfer: number): string {
  return `${blockPath(block)}/CdtTrfTxInf${transfer === 0 ? '' : `[${transfer + 1}]`}`;
}
