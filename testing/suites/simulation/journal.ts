/** Actions and answers of TPPs and PSUs, from outside. The system is judged by them. */
export interface Journal {
  /** Answers to creations: for one key there may be one id only. */
  readonly created: { readonly key: string; readonly id: string }[];
  readonly payments: PaymentRecord[];
  readonly consents: ConsentRecord[];
  /** Faults noticed by a journey itself. */
  readonly complaints: string[];
}

export interface PaymentRecord {
  readonly paymentId: string;
  readonly psuId: string;
  readonly amount: bigint;
  /** The PSU's last page said so. */
  scaStatus: 'finalised' | 'failed' | 'unknown';
  declined: boolean;
  cancellationAsked: boolean;
}

export interface ConsentRecord {
  readonly consentId: string;
  readonly psuId: string;
  /** Reads without the PSU that were answered. */
  reads: number;
  isEnded: boolean;
}

export function emptyJournal(): Journal {
  return { created: [], payments: [], consents: [], complaints: [] };
}
