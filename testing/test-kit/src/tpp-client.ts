/** Answer to a TPP: status, headers and the parsed body (empty if there is none, or if it is XML). */
export interface TppAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Not validated here, as the tests check it field by field.
  readonly body: Record<string, unknown> & { _links?: Record<string, { href: string }> };
  readonly text: string;
}

interface TppRequest {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly requestId?: string;
}

/** A TPP that uses plain HTTP with the sandbox and follows links instead of knowing addresses. */
export class TppClient {
  readonly #baseUrl: string;
  readonly #tppId: string | undefined;
  readonly #fetch: typeof fetch;

  /** `fetcher` sends the requests. */
  constructor(baseUrl: string, tppId?: string, fetcher: typeof fetch = fetch) {
    this.#baseUrl = baseUrl;
    this.#tppId = tppId;
    this.#fetch = fetcher;
  }

  get(path: string, request: TppRequest = {}): Promise<TppAnswer> {
    return this.call('GET', path, request);
  }

  post(path: string, body: unknown, request: TppRequest = {}): Promise<TppAnswer> {
    return this.call('POST', path, { ...request, body });
  }

  put(path: string, body: unknown, request: TppRequest = {}): Promise<TppAnswer> {
    return this.call('PUT', path, { ...request, body });
  }

  delete(path: string, request: TppRequest = {}): Promise<TppAnswer> {
    return this.call('DELETE', path, request);
  }

  /** Follows a link of an answer by its name. */
  follow(answer: TppAnswer, link: string, request: TppRequest = {}): Promise<TppAnswer> {
    return this.get(hrefOf(answer, link), request);
  }

  async call(method: string, path: string, { headers, body, requestId }: TppRequest): Promise<TppAnswer> {
    const response = await this.#fetch(new URL(path, this.#baseUrl), {
      method,
      headers: {
        'X-Request-ID': requestId ?? crypto.randomUUID(),
        ...(this.#tppId !== undefined && { 'X-Sandbox-TPP': this.#tppId }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isXml = /\bxml\b/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = text === '' || isXml ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, body: parsed as TppAnswer['body'] };
  }
}

/** Returns the address of a link. Throws for a missing link, listing those present. */
export function hrefOf({ body }: TppAnswer, link: string): string {
  const href = body._links?.[link]?.href;
  if (href === undefined)
    throw new Error(`no link ${link} among ${Object.keys(body._links ?? {}).join(', ') || 'none'}`);
  return href;
}
