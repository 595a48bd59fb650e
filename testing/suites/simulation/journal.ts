/** Requests and answers of TPPs and PSUs, seen from outside. The system is checked against them. */
export interface Journal {
  /** Answers to creations: one key may have only one id. */
  readonly created: { readonly key: string; readonly id: string }[];
  readonly payments: PaymentRecord[];
  readonly consents: ConsentRecord[];
  /** Faults noticed by a journey itself. */
  readonly violations: string[];
}

export interface PaymentRecord {
  readonly paymentId: string;
  /** Status on the last page of the PSU. */
  scaStatus: 'finalised' | 'failed' | 'unknown';
  declined: boolean;
  cancellationRequested: boolean;
}

export interface ConsentRecord {
  readonly consentId: string;
  /** Number of answered reads without the PSU. */
  reads: number;
  isEnded: boolean;
}

export function emptyJournal(): Journal {
  return { created: [], payments: [], consents: [], violations: [] };
}
