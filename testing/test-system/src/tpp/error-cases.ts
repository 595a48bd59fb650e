import type { TppAnswer } from '@xs2a/test-kit';
import { BULKS, paymentOrder, REDIRECT_HEADERS } from '../data/fixtures.ts';
import { BASKETS, type PaymentServices, PERIODIC, SEPA } from '../start/payment-services.ts';

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly tppId?: string;
}

/** The case, the request (`POST {sepa}`), its parts, and status, code and path of the error. */
export type Row = readonly [title: string, ask: string, sent: Sent, refusal: string];

/** Requests whose paths and bodies refer in braces to resources created before. */
export class ErrorCases {
  readonly #services: PaymentServices;
  readonly #named = new Map<string, string>([
    ['sepa', SEPA],
    ['periodic', PERIODIC],
    ['bulks', BULKS],
    ['baskets', BASKETS],
    ['unknown', crypto.randomUUID()],
  ]);

  constructor(services: PaymentServices) {
    this.#services = services;
  }

  /** Stores the id of a created resource under a name and, with the suffix `Sca`, that of its authorisation. */
  note(name: string, created: TppAnswer): TppAnswer {
    if (created.status !== 201) throw new Error(`${name}: ${created.status} ${created.text}`);
    this.#named.set(name, String(created.body['paymentId'] ?? created.body['basketId']));
    const sca = created.body._links?.['scaStatus']?.href.split('/').at(-1);
    if (sca !== undefined) this.#named.set(`${name}Sca`, sca);
    return created;
  }

  filled(text: string): string {
    return text.replace(/\{(\w+)\}/g, (braced, name: string) => this.#named.get(name) ?? braced);
  }

  ask(ask: string, { body, headers, tppId }: Sent = {}): Promise<TppAnswer> {
    const [method = '', path = ''] = this.filled(ask).split(' ');
    const text = typeof body === 'object' ? this.filled(JSON.stringify(body)) : body;
    return this.#services.client(tppId).call(method, path, {
      headers: { ...REDIRECT_HEADERS, ...headers },
      ...(text !== undefined && { body: text }),
    });
  }

  /** Error as a TPP sees it. */
  async refused(ask: string, sent: Sent): Promise<Seen> {
    const requestId = sent.headers?.['X-Request-ID'] ?? crypto.randomUUID();
    const answer = await this.ask(ask, { ...sent, headers: { 'X-Request-ID': requestId, ...sent.headers } });
    const echoed = answer.headers.get('x-request-id') ?? '';
    return {
      refusal: refusalOf(answer),
      hasBody: answer.text !== '',
      tellsAccount: /HR\d{19}/.test(answer.text),
      // Returned if it is a UUID, otherwise generated.
      namesRequest: UUID.test(requestId) ? echoed === requestId : UUID.test(echoed),
    };
  }
}

const UUID = /^[0-9a-f-]{36}$/;

interface Seen {
  readonly refusal: string;
  readonly hasBody: boolean;
  readonly tellsAccount: boolean;
  readonly namesRequest: boolean;
}

/** A body only if the error case has a message code (decision 11); always the request id, never an account number. */
export function expectedRefusal(refusal: string): Seen {
  return { refusal, hasBody: !/^\d+$/.test(refusal), tellsAccount: false, namesRequest: true };
}

/** Returns status, code and path of an answer, if present. */
export function refusalOf({ status, body }: TppAnswer): string {
  const [message] = (body['tppMessages'] as { code: string; path?: string }[] | undefined) ?? [];
  return [status, message?.code, message?.path].filter((part) => part !== undefined).join(' ');
}

export const XML = { 'Content-Type': 'application/xml' } as const;

/** The body of a payment. */
export function pay(change: object = {}): Sent {
  return { body: paymentOrder({ ...change }) };
}

export function group(...paymentIds: string[]): Sent {
  return { body: { paymentIds } };
}

/** Body of a start of an authorisation. */
export const START: Sent = { body: {} };
export const CODE: Sent = { body: { scaAuthenticationData: '123456' } };
