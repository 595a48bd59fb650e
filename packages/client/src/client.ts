import type { Answer, Arguments, LinkRequest, OperationRequest, Sent } from './answer.ts';
import { type LINKS, OPERATIONS, type OperationId, type Shapes } from './generated/operations.ts';
import { type Linked, targetOf } from './links.ts';
import { Xs2aRefusal } from './refusal.ts';
import { type RetryOptions, sendWithRetries } from './send-with-retries.ts';
import { type SigningKey, signRequest } from './sign-request.ts';
import { type Fetch, fetchBy, type TlsIdentity } from './transport.ts';

export interface ClientOptions {
  /** Base address of the bank's interface, such as `https://localhost:8443`. */
  readonly baseUrl: string;
  readonly tls?: TlsIdentity;
  /** If set, every request is signed. */
  readonly signing?: SigningKey;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly retry?: Partial<RetryOptions>;
  /** Replaces `fetch`, for tests and proxies. */
  readonly fetch?: Fetch;
}

type Target<Id extends OperationId, Name extends keyof (typeof LINKS)[Id]> = (typeof LINKS)[Id][Name] & OperationId;
type Loose = Sent & { readonly path?: object; readonly query?: object; readonly body?: unknown };

const RETRY: RetryOptions = { repeats: 3, waitSecondsMax: 30 };

class LinkClient {
  readonly #options: ClientOptions;
  readonly #fetch: Fetch;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? fetchBy(options.tls);
  }

  /** Returns the same client with further headers on every request: `Consent-ID`, `PSU-IP-Address`, … */
  with(headers: Readonly<Record<string, string>>): Client {
    const options = this.#options;
    return xs2aClient({ ...options, fetch: this.#fetch, headers: { ...options.headers, ...headers } });
  }

  /** Calls an operation by its id. Throws {@link Xs2aRefusal} if the bank answers with an error. */
  async call<Id extends OperationId>(operation: Id, request: OperationRequest<Id>): Promise<Answer<Id>> {
    return this.#answer(operation, hrefOf(operation, request as Loose), request);
  }

  /** Follows a link of an answer. The bank decides which steps are next, and their addresses. */
  async follow<Id extends OperationId, Name extends string & keyof (typeof LINKS)[Id]>(
    answer: Answer<Id>,
    link: Name,
    ...[request]: Arguments<LinkRequest<Target<Id, Name>>>
  ): Promise<Answer<Target<Id, Name>>> {
    const { operation, href } = targetOf(answer, link);
    return this.#answer(operation as Target<Id, Name>, href, request ?? {});
  }

  /** Follows a link of an answer or error by its name. */
  async followNamed(linked: Linked, link: string, request: Sent & { readonly body?: unknown } = {}): Promise<Answer> {
    const { operation, href } = targetOf(linked, link);
    return this.#answer(operation, href, request);
  }

  /** Calls an operation at an address from an answer, such as a link of an account in a list, or of another page. */
  async at<Id extends OperationId>(
    operation: Id,
    { href }: { readonly href: string },
    ...[request]: Arguments<LinkRequest<Id>>
  ): Promise<Answer<Id>> {
    const sent = (request ?? {}) as Loose;
    return this.#answer(operation, withQuery(href, sent.query), sent);
  }

  /** Reads a list page by page, along its `next` links. */
  async *pages<Id extends 'getTransactionList' | 'getCardAccountTransactionList'>(
    operation: Id,
    request: OperationRequest<Id>,
  ): AsyncGenerator<Answer<Id>, void> {
    let answer = await this.call(operation, request);
    for (;;) {
      yield answer;
      const next = nextPage(answer.body);
      if (next === undefined) return;
      const { path: _, query: __, requestId: ___, ...kept } = request as Loose;
      answer = await this.#answer(operation, next, kept);
    }
  }

  /** Returns a body of any length as a stream: reports, downloads, bulk payments. The default for `Accept` is XML. */
  async stream<Id extends OperationId>(
    operation: Id,
    request: OperationRequest<Id> | (LinkRequest<Id> & { readonly href: string }),
  ): Promise<ReadableStream<Uint8Array>> {
    const sent = request as Loose & { href?: string };
    const href = sent.href === undefined ? hrefOf(operation, sent) : withQuery(sent.href, sent.query);
    const headers = { Accept: 'application/xml', ...sent.headers };
    const { response } = await this.#send(operation, href, { ...sent, headers });
    return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  }

  async #answer<Id extends OperationId>(operation: Id, href: string, request: Loose): Promise<Answer<Id>> {
    const { response, requestId } = await this.#send(operation, href, request);
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const body = (isJson && text !== '' ? JSON.parse(text) : undefined) as Shapes[Id]['answer'];
    return { operation, status: response.status, headers: response.headers, requestId, body, text };
  }

  async #send(operation: OperationId, href: string, request: Loose) {
    const { baseUrl, retry, signing } = this.#options;
    const { method, isRepeatable } = OPERATIONS[operation];
    const url = new URL(href, baseUrl);
    // Certificate, token and consent are only sent to the bank, whatever the address of a link.
    if (url.origin !== new URL(baseUrl).origin) throw new Error(`${url.origin} is not the bank that was asked`);
    const requestId = request.requestId ?? crypto.randomUUID();
    const body = bodyTextOf(request.body);
    const headers = new Headers({ ...this.#options.headers, ...request.headers });
    headers.set('X-Request-ID', requestId);
    if (body !== undefined && !headers.has('Content-Type')) {
      headers.set('Content-Type', typeof request.body === 'string' ? 'application/xml' : 'application/json');
    }
    if (signing !== undefined) signRequest(signing, { method, url, headers, body: body ?? '' });
    const { signal } = request;
    const init = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) };
    const own = { ...RETRY, ...retry, ...(!isRepeatable && { repeats: 0 }) };
    const response = await sendWithRetries(() => this.#fetch(url.href, init), own, signal);
    if (!response.ok) throw new Xs2aRefusal(operation, response, requestId, await response.text());
    return { response, requestId };
  }
}

type Methods = {
  readonly [Id in OperationId]: (...request: Arguments<OperationRequest<Id>>) => Promise<Answer<Id>>;
};

/** Methods for all operations by operationId, and for following the links of answers. */
export type Client = LinkClient & Methods;

/** Creates a client of the bank at `baseUrl`. */
export function xs2aClient(options: ClientOptions): Client {
  const client = new LinkClient(options);
  const ids = Object.keys(OPERATIONS) as OperationId[];
  const methods = ids.map((id) => [id, (request: never) => client.call(id, request ?? {})] as const);
  return Object.assign(client, Object.fromEntries(methods) as unknown as Methods);
}

function bodyTextOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

function hrefOf(operation: OperationId, { path = {}, query }: Loose): string {
  const values = path as Readonly<Record<string, string>>;
  const written = OPERATIONS[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new Error(`${operation} needs ${name}`);
    return encodeURIComponent(value);
  });
  return withQuery(written, query);
}

function withQuery(href: string, query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return href;
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return `${href}${href.includes('?') ? '&' : '?'}${search.toString()}`;
}

function nextPage(body: unknown): string | undefined {
  const lists = body as Partial<Record<string, { _links?: { next?: { href: string } } }>> | undefined;
  return (lists?.['transactions'] ?? lists?.['cardTransactions'])?._links?.next?.href;
}
