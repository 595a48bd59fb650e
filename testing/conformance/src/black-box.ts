import { type Fetch, fetchBy, type TlsIdentity } from '@xs2a/client';
import type { EndpointKey } from '@xs2a/contracts';
import { endpointAt } from './endpoint-at.ts';

/** One request and its answer, as sent over the wire. */
export interface Seen {
  readonly endpoint: EndpointKey | undefined;
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; an empty object without a body. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Adds the headers that the bank requires to those of a request. */
export type CompleteHeaders = (
  headers: Headers,
  request: { readonly method: string; readonly path: string; readonly body: string },
) => Headers;

/** The instance under test, known only by its answers, all of which are kept. */
export class BlackBox {
  readonly url: string;
  readonly seen: Seen[] = [];
  readonly fetch: Fetch;
  readonly #send: Fetch;
  readonly #witnesses: ((seen: Seen) => void)[] = [];

  constructor(url: string, tls?: TlsIdentity, complete: CompleteHeaders = (headers) => headers) {
    this.url = url;
    const send = fetchBy(tls);
    this.#send = async (address, init) => {
      const response = await send(address, init);
      await this.#keep(address, init, response.clone());
      return response;
    };
    this.fetch = (address, { method = 'GET', body, ...init }) => {
      const path = new URL(address).pathname;
      const text = typeof body === 'string' ? body : '';
      const headers = complete(new Headers(init.headers), { method, path, body: text });
      return this.#send(address, { ...init, method, headers, ...(body !== undefined && { body }) });
    };
  }

  /** Calls a function with every answer from now on. */
  witness(look: (seen: Seen) => void): void {
    this.#witnesses.push(look);
  }

  async ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Seen> {
    return this.#ask(this.fetch, path, { method, headers, ...(body !== undefined && { body }) });
  }

  /** Sends exactly these headers. */
  async askAsIs(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Seen> {
    return this.#ask(this.#send, path, { method, headers, ...(body !== undefined && { body }) });
  }

  async #ask(send: Fetch, path: string, init: RequestInit): Promise<Seen> {
    await send(new URL(path, this.url).href, init);
    const last = this.seen.at(-1);
    if (last === undefined) throw new Error('nothing was answered');
    return last;
  }

  async #keep(address: string, init: RequestInit, response: Response): Promise<void> {
    const { pathname } = new URL(address);
    const method = init.method ?? 'GET';
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const seen: Seen = {
      endpoint: endpointAt(method, pathname),
      method,
      path: pathname,
      requestId: new Headers(init.headers).get('x-request-id') ?? '',
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? (JSON.parse(text) as Seen['body']) : {},
    };
    this.seen.push(seen);
    for (const look of this.#witnesses) look(seen);
  }
}

/** Returns status, code and path of an error response in either form, if present. */
export function refusalIn({ status, body }: Seen): { status: number; code?: string; path?: string } {
  const [message] = (body['tppMessages'] as { code?: string; path?: string }[] | undefined) ?? [];
  // Problem details have no path of their own: the detail begins with the element (decision 11).
  const [, element] = /^(\S+): /.exec(String(body['detail'])) ?? [];
  const { code = body['code'] as string | undefined, path = element } = message ?? {};
  return { status, ...(code !== undefined && { code }), ...(path !== undefined && { path }) };
}
