import type { CallEnd, CallStart, Fact, JournalLine } from '../journal/journal.ts';

/** A recorded call. `end` is missing if the client was killed during the call. */
export interface Call extends CallStart {
  readonly end?: CallEnd;
}

export interface RecordedFact {
  readonly at: number;
  readonly journey: string;
  readonly fact: Fact;
}

/** A fault with its times in milliseconds since 1970. */
export interface RecordedFault {
  readonly id: string;
  readonly kind: string;
  readonly target: string;
  readonly startedAt: number;
  readonly ends: number;
  readonly recovered: number;
}

/** A document with a hash-chained history, as every service stores it. */
export interface StoredHistory {
  readonly _id: string;
  readonly collection: string;
  readonly status: string;
  readonly history: readonly { at: Date; from?: string | null; to: string; event: string }[];
}

interface StoredPosting {
  readonly paymentId: string;
  readonly at: Date;
  readonly lines: readonly { ledgerAccountId: string; currency: string; amount: bigint }[];
}

export interface StoredAccount {
  readonly _id: string;
  readonly currency: string;
  readonly balance: bigint;
  readonly available: bigint;
  readonly isCustomer: boolean;
}

/** An authorisation as stored by sca. */
interface StoredAuthorisation {
  readonly _id: string;
  readonly parentId: string;
  readonly parentKind: string;
  readonly scaStatus: string;
  readonly requestedHash: string;
  /** Time when it became `finalised` or `exempted`. */
  readonly approvedAt?: Date;
}

/** Content of the databases once nothing is in progress any more. */
export interface StoredState {
  readonly payments: readonly { _id: string; status: string; contentHash: string; basketId?: string }[];
  readonly baskets: readonly { _id: string; contentHash: string; members: readonly string[] }[];
  readonly consents: readonly {
    _id: string;
    status: string;
    tppId: string;
    recurring: boolean;
    signedBy: readonly string[];
    authorisedAt?: Date;
  }[];
  readonly authorisations: readonly StoredAuthorisation[];
  readonly postings: readonly StoredPosting[];
  readonly accounts: readonly StoredAccount[];
  readonly histories: readonly StoredHistory[];
  readonly alteredHistories: readonly string[];
  /** One-time codes with the number of accepted attempts. */
  readonly codes: readonly { _id: string; accepted: number }[];
  /** Names of messages and orders still to be delivered or executed. */
  readonly pending: readonly string[];
}

/** Answers of the API for each acknowledged resource, by path. */
export type ReadBack = ReadonlyMap<string, { status: number; body: Record<string, unknown> }>;

/** All evidence about a campaign. */
export interface Evidence {
  readonly calls: readonly Call[];
  readonly facts: readonly RecordedFact[];
  readonly faults: readonly RecordedFault[];
  readonly stored: StoredState;
  /** The ledger before the first payment. */
  readonly opening: ReadonlyMap<string, bigint>;
  readonly readBack: ReadBack;
  /** Forbidden log lines of services, and unexpected ends of processes. */
  readonly anomalies: readonly string[];
}

/** Extracts the evidence from a journal. */
export function readEvidence(lines: readonly JournalLine[]): Pick<Evidence, 'calls' | 'facts' | 'faults'> {
  const endedAt = new Map(lines.flatMap((line) => (line.line === 'after' ? [[line.call, line] as const] : [])));
  const calls = lines.flatMap((line): Call[] => {
    if (line.line !== 'before') return [];
    const end = endedAt.get(line.call);
    return [{ ...line, ...(end && { end }) }];
  });
  const facts = lines.flatMap((line) => (line.line === 'fact' ? [line] : []));
  const phases = lines.flatMap((line) => (line.line === 'fault' ? [line] : []));
  const faults = [...Map.groupBy(phases, ({ fault }) => fault)].map(([id, ofFault]): RecordedFault => {
    const at = (phase: string): number => ofFault.find((one) => one.phase === phase)?.at ?? Number.POSITIVE_INFINITY;
    const { kind = '', target = '' } = ofFault[0] ?? {};
    return { id, kind, target, startedAt: at('begins'), ends: at('ends'), recovered: at('recovered') };
  });
  return { calls, facts, faults };
}
