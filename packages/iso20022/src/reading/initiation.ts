interface PostalAddress {
  readonly streetName?: string | undefined;
  readonly buildingNumber?: string | undefined;
  readonly postCode?: string | undefined;
  readonly townName?: string | undefined;
  readonly country: string;
}

/** A credit transfer of a pain.001, as it was written. Left out is what the message leaves out. */
export interface CreditTransfer {
  readonly instructionId?: string;
  readonly endToEndId: string;
  /** Digits as they stand there; undefined where the amount is given as an equivalent. */
  readonly amount?: string;
  readonly currency?: string;
  readonly ultimateDebtor?: string;
  readonly creditorAgent?: string;
  readonly creditorName?: string;
  /** Left out where it has no country or only lines. */
  readonly creditorAddress?: PostalAddress;
  readonly ultimateCreditor?: string;
  readonly creditorIban?: string;
  /** Of an account that has no IBAN. */
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

/** A `CstmrCdtTrfInitn` of any version, whose schema has been checked and nothing else. */
export interface Initiation {
  /** Such as `pain.001.001.09`. */
  readonly message: string;
  readonly namespace: string;
  readonly messageId: string;
  readonly createdAt: string;
  readonly numberOfTransactions: string;
  readonly controlSum?: string;
  readonly blocks: readonly TransferBlock[];
}

/** The path of a block in its message; the first of its name goes without a number. */
export function blockPath(block: number): string {
  return `CstmrCdtTrfInitn/PmtInf${block === 0 ? '' : `[${block + 1}]`}`;
}

export function transferPath(block: number, transfer: number): string {
  return `${blockPath(block)}/CdtTrfTxInf${transfer === 0 ? '' : `[${transfer + 1}]`}`;
}
