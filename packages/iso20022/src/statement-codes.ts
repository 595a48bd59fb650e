import type { Balance, ReportMessage } from '@xs2a/contracts';

/** Versions in which statements are written: those used by EPC rules and Croatian banks since 2025. */
export const REPORT_VERSIONS = {
  'camt.052': 'camt.052.001.08',
  'camt.053': 'camt.053.001.08',
} as const satisfies Record<ReportMessage, string>;

/** Element names in which these messages differ. A notification (camt.054) is only read: it has no balances. */
export const STATEMENT_ELEMENTS = {
  'camt.052': { message: 'BkToCstmrAcctRpt', statement: 'Rpt' },
  'camt.053': { message: 'BkToCstmrStmt', statement: 'Stmt' },
  'camt.054': { message: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
} as const satisfies Record<ReportMessage | 'camt.054', { message: string; statement: string }>;

type BalanceType = Balance['balanceType'];

/** Balance types of the interface and of ISO 20022 (ExternalBalanceType1Code). Non-invoiced balances only exist for cards. */
const BALANCE_CODES = [
  ['openingBooked', 'OPBD'],
  ['closingBooked', 'CLBD'],
  ['interimBooked', 'ITBD'],
  ['interimAvailable', 'ITAV'],
  ['forwardAvailable', 'FWAV'],
  ['expected', 'XPCD'],
] as const satisfies readonly (readonly [BalanceType, string])[];

export const CODE_OF_BALANCE: ReadonlyMap<BalanceType, string> = new Map(BALANCE_CODES);
export const BALANCE_OF_CODE: ReadonlyMap<string, BalanceType> = new Map([
  ...BALANCE_CODES.map(([type, code]) => [code, type] as const),
  // The closing balance of the previous statement is the opening balance of this one.
  ['PRCD', 'openingBooked'] as const,
]);

/** Placeholder for a balance that the schema requires but the consent does not cover, as recommended by EPC. */
export const NOT_PROVIDED = 'NOTPROVIDED';

/** Maximum text lengths of the messages, in characters. */
export const TEXT_MAX = {
  reference: 35,
  accountId: 34,
  accountName: 70,
  name: 140,
  remittance: 140,
  additional: 500,
} as const;

/** Scheme name of a creditor identifier of a SEPA direct debit (EPC114-06). */
export const SEPA_SCHEME = 'SEPA';

/** Creditor references with an ISO 20022 code (DocumentType3Code); every other kind is proprietary. */
export const REFERENCE_TYPES: ReadonlySet<string> = new Set(['RADM', 'RPIN', 'FXDR', 'DISP', 'PUOR', 'SCOR']);

/** Type of an amount that is only included for its rate, if an entry has several. */
export const FURTHER_RATE = 'RATE';
