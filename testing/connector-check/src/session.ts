import type { NatsConnection } from '@nats-io/transport-node';
import {
  answerWithinMs,
  CONNECTOR_OPERATIONS,
  type Operation,
  RefusalOnBus,
  type ReplyOf,
  type RequestInputOf,
  type submitPayment,
  toXs2aError,
} from '@xs2a/contracts';
import type { MessageProtection } from '@xs2a/service-kit';
import type { Facts } from './facts.ts';
import { FakeXs2a } from './fake-xs2a.ts';
import { demand, Fault } from './fault.ts';
import { type Answer, type Sent, sendRaw } from './wire.ts';

const CHECK_EVERY_MS = 50;

export interface Recorded extends Answer {
  readonly subject: string;
}

/** One run against one connector: its requests, and everything received. */
export class Session {
  readonly connection: NatsConnection;
  readonly facts: Facts;
  readonly xs2a: FakeXs2a;
  readonly answers: Recorded[] = [];
  readonly #protection: MessageProtection | undefined;

  /** `protection` has the keys of the XS2A service, if the connector has keys too. */
  constructor(connection: NatsConnection, facts: Facts, protection?: MessageProtection) {
    this.#protection = protection;
    this.connection = connection;
    this.facts = facts;
    this.xs2a = new FakeXs2a(connection, protection);
  }

  /** Sends a request as the service does; the answer must be a reply that validates against the contract. */
  async ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    const answer = await this.send(operation, request);
    demand(answer.kind === 'reply', `${operation.subject}: ${inWords(answer)}`);
    const parsed = operation.reply.safeParse(answer.body);
    if (parsed.success) return parsed.data as ReplyOf<O>;
    const { path = '', text = '' } = toXs2aError(operation.reply, answer.body);
    throw new Fault(`${operation.subject} answered in another form: ${path} ${text}`);
  }

  /** Sends a request that must be refused, and returns the error case. */
  async refusal(operation: Operation, request: unknown): Promise<{ refusal: string; path?: string | undefined }> {
    return this.refusalIn(operation.subject, await this.send(operation, request));
  }

  refusalIn(subject: string, answer: Answer): { refusal: string; path?: string | undefined } {
    demand(answer.kind !== 'reply' || !('refusal' in answer.body), `${subject}: the refusal lacks the error headers`);
    demand(answer.kind === 'refusal', `${subject}: a refusal was due, ${inWords(answer)}`);
    const parsed = RefusalOnBus.safeParse(answer.body);
    demand(parsed.success, `${subject}: the refusal names no situation of docs/errors.md in "refusal"`);
    return parsed.data;
  }

  /** Sends any payload, and returns the answer. A text is sent unchanged. */
  async send(operation: Operation, request: unknown, listenMs = 0): Promise<Answer> {
    const { subject } = operation;
    const row = CONNECTOR_OPERATIONS.find((one) => one.operation.subject === subject);
    const payload = typeof request === 'string' ? request : JSON.stringify(request);
    const withinMs = row === undefined ? 5_000 : answerWithinMs(row);
    const answer = await this.sendRaw(subject, payload, { withinMs, listenMs });
    this.answers.push({ subject, ...answer });
    return answer;
  }

  /** Sends a text unchanged, signed and sealed as its operation requires. */
  sendRaw(subject: string, payload: string, sent: Omit<Sent, 'protection'>): Promise<Answer> {
    return sendRaw(this.connection, subject, payload, { ...sent, protection: this.#protection });
  }

  /** Waits for a value; undefined on timeout. */
  async until<T>(look: () => T | undefined, seconds: number): Promise<T | undefined> {
    const end = Date.now() + seconds * 1_000;
    for (;;) {
      const seen = look();
      if (seen !== undefined || Date.now() > end) return seen;
      await pause(CHECK_EVERY_MS);
    }
  }

  /** Returns a payment from the account of the facts, with a reference that identifies it in the feed. */
  payment(overrides: Partial<RequestInputOf<typeof submitPayment>['body']> = {}): RequestInputOf<typeof submitPayment> {
    const { psu, creditor, amount } = this.facts;
    return {
      paymentId: crypto.randomUUID(),
      paymentService: 'payments',
      paymentProduct: 'sepa-credit-transfers',
      psuId: psu.psuId,
      body: {
        endToEndIdentification: `CC${crypto.randomUUID().replaceAll('-', '').slice(0, 30)}`,
        debtorAccount: psu.account,
        instructedAmount: amount,
        creditorAccount: { iban: creditor.iban },
        creditorName: creditor.name,
        ...overrides,
      },
    };
  }

  /** Waits for the final status of a payment. */
  async end(paymentId: string): Promise<{ status: string; reasonCode: string | undefined }> {
    const { executionSeconds } = this.facts;
    const ended = await this.until(
      () => this.xs2a.reportsOf(paymentId).find(({ transactionStatus }) => ENDS.has(transactionStatus)),
      executionSeconds,
    );
    demand(ended !== undefined, `no report that it ended came within ${executionSeconds} s`);
    return { status: ended.transactionStatus, reasonCode: ended.reasonCode };
  }

  /** Returns the debits in the feed with this reference, each entry once. */
  debits(endToEndId: string | undefined): string[] {
    return this.#entries(endToEndId, (amount) => amount.startsWith('-'));
  }

  /** As {@link debits}, for credits; looks again each time it is called. */
  credits(endToEndId: string | undefined): () => string[] {
    return () => this.#entries(endToEndId, (amount) => !amount.startsWith('-'));
  }

  #entries(endToEndId: string | undefined, isMeant: (amount: string) => boolean): string[] {
    const found = this.xs2a.transactions.flatMap(({ bankAccountId, transactions }) =>
      transactions
        .filter((entry) => entry.endToEndId === endToEndId && isMeant(entry.transactionAmount.amount))
        // A repeated entry has the same sequence; another sequence is another booking, whatever its reference.
        .map(({ bankReference, sequence }) => `${bankAccountId} ${bankReference} ${sequence}`),
    );
    return [...new Set(found)];
  }
}

const ENDS = new Set(['ACSC', 'ACCC', 'PART', 'RJCT', 'CANC']);

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function inWords({ kind, body, ms }: Answer): string {
  if (kind === 'nobody') return 'nobody listens there';
  if (kind === 'silence') return `no answer within ${Math.round(ms)} ms`;
  return kind === 'refusal' ? `it was refused (${String(body['refusal'])})` : 'it was answered';
}
