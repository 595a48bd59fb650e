import type { FrequencyCode, PartyNameMatch, PaymentProduct, PaymentService } from '@xs2a/contracts';
import type { Message } from './approval-words.ts';

/** The texts for orders of all payment services. */
export interface OrderWords {
  readonly amount: string;
  readonly currency: string;
  readonly total: string;
  readonly payee: string;
  readonly payeeAccount: string;
  readonly payeeVerification: {
    readonly payeeAtBank: string;
    readonly payeeInOrder: string;
    /** A match is told in one quiet line. */
    readonly results: Readonly<Record<Exclude<PartyNameMatch, 'MTCH'>, Message> & { MTCH: string }>;
    /** For the payees of a bulk. */
    readonly ofBulk: {
      readonly label: string;
      readonly allMatch: string;
      readonly differ: (count: number, all: number) => string;
      readonly notChecked: (count: number, all: number) => string;
      readonly consequence: string;
      readonly listed: string;
      readonly more: (count: number) => string;
    };
  };
  readonly fromAccount: string;
  /** In place of an account that the PSU has yet to choose. */
  readonly accountToChoose: string;
  readonly remittance: string;
  readonly executionDate: string;
  readonly kind: string;
  /** Speed and finality of an instant payment (Regulation (EU) No 260/2012, Art. 5a). */
  readonly instant: string;
  readonly services: Readonly<Record<PaymentService, string>>;
  /** A product in XML has the words of the same product in JSON. */
  readonly products: Readonly<Record<Exclude<PaymentProduct, `pain.001-${string}sepa-credit-transfers`>, string>>;

  readonly perExecution: string;
  readonly frequency: string;
  readonly frequencies: Readonly<Record<FrequencyCode, string>>;
  readonly onDay: (day: number) => string;
  readonly onLastDay: string;
  readonly inMonths: (months: string) => string;
  readonly firstExecution: string;
  readonly earliest: (date: string) => string;
  readonly lastExecution: string;
  readonly latest: (date: string) => string;
  readonly untilCancelled: string;
  readonly noBankingDay: string;
  readonly executionRules: Readonly<Record<'following' | 'preceding', string>>;

  readonly transfers: string;
  readonly payees: string;
  readonly morePayees: (count: number) => string;
  readonly cancellation: string;
  readonly orders: string;
  readonly order: (number: number, count: number) => string;

  readonly signatures: string;
  readonly signers: (count: number) => string;
  /** Number of further approvals needed. Zero if this approval is the last one. */
  readonly othersNeeded: (others: number) => string;
}
