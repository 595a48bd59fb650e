import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { eventually } from '@xs2a/test-system/eventually';

/** A load makes some calls a second; the rest is for a loaded machine. */
const MORE_CALLS_MS_MAX = 120_000;

/** Fact that a client has read or caused, and that must remain true. */
export type Fact =
  | { is: 'acknowledged'; resource: Resource; id: string; path: string; content: Readonly<Record<string, string>> }
  /** One PSU has approved, and the TPP has read it. */
  | { is: 'signed'; resource: Resource; id: string; psuId: string }
  /** All PSUs have approved: from here on only the execution may follow. A consent was read as valid. */
  | { is: 'approved'; resource: Resource; id: string }
  /** Acknowledged by the answer to DELETE, or by the page on which a PSU withdraws. */
  | { is: 'ended'; resource: Resource; id: string }
  /** A journey could not be finished within its time limit. */
  | { is: 'stuck'; id: string; why: string };

export type Resource = 'payment' | 'consent' | 'basket' | 'cancellation';

export type FaultPhase = 'begins' | 'ends' | 'recovered';

/** One line of the journal. `at` is in milliseconds since 1970. */
export type JournalLine =
  | ({ line: 'before' } & CallStart)
  | ({ line: 'after' } & CallEnd)
  | { line: 'fact'; at: number; journey: string; fact: Fact }
  | { line: 'fault'; at: number; fault: string; kind: string; target: string; phase: FaultPhase };

export interface CallStart {
  readonly at: number;
  readonly call: number;
  readonly journey: string;
  readonly method: string;
  readonly url: string;
  readonly requestId?: string;
  readonly consentId?: string;
  /** A read of account data without the PSU: counted against frequencyPerDay. */
  readonly unattended?: true;
}

export interface CallEnd {
  readonly at: number;
  readonly call: number;
  readonly status?: number;
  /** Reason for a missing answer. */
  readonly error?: string;
  readonly body?: string;
  readonly retryAfter?: string;
}

/**
 * The knowledge of a campaign's clients, in an append-only file: a line before and a line after each call. It belongs to the
 * client side alone, so that no fault of the system can change it.
 */
export class Journal implements Disposable {
  readonly file: string;
  readonly #handle: number;
  #calls = 0;

  constructor(file: string) {
    this.file = file;
    this.#handle = openSync(file, 'a');
  }

  /** Number of calls. */
  get calls(): number {
    return this.#calls;
  }

  /** Resolves after this many further calls have begun. */
  async moreCalls(count: number): Promise<void> {
    const goal = this.#calls + count;
    const look = (): Promise<number> => Promise.resolve(this.#calls);
    await eventually(look, (calls) => calls >= goal, MORE_CALLS_MS_MAX);
  }

  before(call: Omit<CallStart, 'at' | 'call'>): number {
    const number = ++this.#calls;
    this.#add({ line: 'before', at: Date.now(), call: number, ...call });
    return number;
  }

  after(call: number, end: Omit<CallEnd, 'at' | 'call'>): void {
    this.#add({ line: 'after', at: Date.now(), call, ...end });
  }

  fact(journey: string, fact: Fact): void {
    this.#add({ line: 'fact', at: Date.now(), journey, fact });
  }

  fault(fault: { id: string; kind: string; target: string }, phase: FaultPhase): void {
    this.#add({ line: 'fault', at: Date.now(), fault: fault.id, kind: fault.kind, target: fault.target, phase });
  }

  [Symbol.dispose](): void {
    fsyncSync(this.#handle);
    closeSync(this.#handle);
  }

  #add(line: JournalLine): void {
    writeSync(this.#handle, `${JSON.stringify(line)}\n`);
  }
}

/** Returns every line of a journal. A last line that was cut off is omitted. */
export function readJournal(file: string): JournalLine[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as JournalLine);
}
