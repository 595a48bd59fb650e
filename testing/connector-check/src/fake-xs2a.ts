import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import {
  CONNECTOR_BYTES_MAX,
  CONNECTOR_OPERATIONS,
  type Operation,
  type putAccounts,
  type putBalances,
  type putStandingOrders,
  type putTransactions,
  type RequestOf,
  type reportChallenge,
  type reportExecution,
  toXs2aError,
} from '@xs2a/contracts';
import { HEADER, type MessageProtection, UnauthenticMessage } from '@xs2a/service-kit';

/** One message from the connector. */
export interface Told {
  readonly subject: string;
  readonly at: number;
  readonly bytes: number;
  readonly text: string;
  readonly body: unknown;
  /** Violation of the contract. */
  readonly fault?: string;
}

/** Subjects whose first message gets a temporary error: a connector with at-least-once delivery sends it again. */
const PUT_OFF_ONCE = new Set(['accounts.putAccounts', 'payments.reportExecution']);

/**
 * Receiver of the connector's messages: accounts, payments and sca as the connector sees them. Validates each message by its
 * contract, acknowledges it, and defers the first of some, like a service that is away for a moment.
 */
export class FakeXs2a {
  readonly told: Told[] = [];
  /** Deferred messages, as received. */
  readonly putOff: Told[] = [];
  readonly #connection: NatsConnection;
  readonly #put = new Set<string>();
  readonly #protection: MessageProtection | undefined;

  constructor(connection: NatsConnection, protection?: MessageProtection) {
    this.#protection = protection;
    this.#connection = connection;
    for (const { operation, way } of CONNECTOR_OPERATIONS) {
      if (way !== 'told') continue;
      const queue = operation.subject.split('.')[0] ?? '';
      connection.subscribe(operation.subject, { queue, callback: (_, message) => void this.#hear(operation, message) });
    }
  }

  get accounts(): RequestOf<typeof putAccounts>['accounts'] {
    return this.#of<RequestOf<typeof putAccounts>>('accounts.putAccounts').flatMap(({ accounts }) => accounts);
  }

  get balances(): RequestOf<typeof putBalances>[] {
    return this.#of('accounts.putBalances');
  }

  get transactions(): RequestOf<typeof putTransactions>[] {
    return this.#of('accounts.putTransactions');
  }

  get standingOrders(): RequestOf<typeof putStandingOrders>[] {
    return this.#of('accounts.putStandingOrders');
  }

  get reports(): RequestOf<typeof reportExecution>[] {
    return this.#of('payments.reportExecution');
  }

  get deviceAnswers(): RequestOf<typeof reportChallenge>[] {
    return this.#of('sca.reportChallenge');
  }

  reportsOf(paymentId: string): RequestOf<typeof reportExecution>[] {
    return this.reports.filter((report) => report.paymentId === paymentId);
  }

  #of<Request>(subject: string): Request[] {
    return this.told
      .filter((told) => told.subject === subject && told.fault === undefined)
      .map(({ body }) => body as Request);
  }

  async #hear(operation: Operation, message: Msg): Promise<void> {
    const { subject } = operation;
    const text = message.string();
    const told: Told = {
      subject,
      at: Date.now(),
      bytes: message.data.length,
      text,
      ...judged(operation, text),
      ...(await this.#unauthentic(message)),
    };
    if (PUT_OFF_ONCE.has(subject) && !this.#put.has(subject) && told.fault === undefined) {
      this.#put.add(subject);
      this.putOff.push(told);
      this.#refuse(message, 'serviceUnavailable', 503);
      return;
    }
    this.told.push(told);
    if (told.fault === undefined) this.#respond(message, acknowledgement(subject, told.body));
    else this.#refuse(message, 'fieldInvalid', 400);
  }

  async #unauthentic(message: Msg): Promise<Pick<Told, 'fault'>> {
    try {
      await this.#protection?.open(message.subject, message.string(), message.headers?.get(HEADER.signature));
      return {};
    } catch (error) {
      if (!(error instanceof UnauthenticMessage)) throw error;
      return { fault: `is not authentic: ${error.fault}` };
    }
  }

  #respond(message: Msg, body: object): void {
    if (message.reply) this.#connection.publish(message.reply, JSON.stringify(body));
  }

  #refuse(message: Msg, refusal: string, status: number): void {
    if (!message.reply) return;
    const sent = headers();
    sent.set(HEADER.error, refusal);
    sent.set(HEADER.errorCode, String(status));
    this.#connection.publish(message.reply, JSON.stringify({ refusal }), { headers: sent });
  }
}

function judged({ request }: Operation, text: string): Pick<Told, 'body' | 'fault'> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { body: undefined, fault: 'is no JSON' };
  }
  if (Buffer.byteLength(text) > CONNECTOR_BYTES_MAX)
    return { body, fault: `has more than ${CONNECTOR_BYTES_MAX} bytes` };
  const parsed = request.safeParse(body);
  if (parsed.success) return { body: parsed.data };
  const { path = '', text: why = '' } = toXs2aError(request, body);
  return { body, fault: `${path} ${why}`.trim() };
}

function acknowledgement(subject: string, body: unknown): object {
  if (subject === 'payments.reportExecution') {
    return { transactionStatus: (body as RequestOf<typeof reportExecution>).transactionStatus };
  }
  if (subject !== 'sca.reportChallenge') return { stored: 1 };
  const { verdict } = body as RequestOf<typeof reportChallenge>;
  return { scaStatus: verdict === 'approved' ? 'finalised' : 'failed' };
}
