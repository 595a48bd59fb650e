import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import type { TestServices } from '@xs2a/test-system/start/start-services';
import type { OfficialFile } from './official-file.ts';

export interface OfficialAnswer {
  readonly status: number;
  readonly body: Record<string, unknown> & {
    readonly _links?: Record<string, { href: string }>;
    readonly tppMessages?: { code: string }[];
  };
}

const PSU = 'psu-private';
const PASSWORD = { psuData: { password: 'psu-private-pass' } };
/** Headers that the file requires in every creating call, or when the PSU is present. */
const ALWAYS = { 'PSU-IP-Address': '192.168.8.78', 'PSU-ID': PSU };

/** Request headers that lead to each approach. */
export const APPROACHES = {
  redirect: { 'TPP-Redirect-Preferred': 'true', 'TPP-Redirect-URI': 'https://tpp.example/ok' },
  decoupled: { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'true' },
  embedded: { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' },
  explicit: { 'TPP-Explicit-Authorisation-Preferred': 'true' },
} as const;

/** A TPP that validates every response against the official file and fails the test on a difference. */
export class OfficialTpp {
  readonly #services: TestServices;
  readonly #official: OfficialFile;
  /** Operations and statuses seen so far. */
  readonly met = new Set<string>();

  constructor(services: TestServices, official: OfficialFile) {
    this.#services = services;
    this.#official = official;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<OfficialAnswer> {
    return this.call('GET', path, undefined, headers);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<OfficialAnswer> {
    const isXml = typeof body === 'string';
    const response = await fetch(new URL(path, this.#services.running.gateway.httpUrl), {
      method,
      headers: {
        'X-Request-ID': crypto.randomUUID(),
        ...ALWAYS,
        ...(body !== undefined && { 'Content-Type': isXml ? 'application/xml' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isXml ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const parsed: unknown = text !== '' && type.includes('json') ? JSON.parse(text) : text || undefined;
    const { pathname } = new URL(response.url);
    const received = { method, path: pathname, status: response.status, type, body: parsed };
    // Consents to funds confirmations are not in this file, and the file that has them lacks schemas it refers to.
    const faults = pathname.startsWith('/v2/') ? [] : this.#official.faultsOf(received);
    if (faults.length > 0) throw new Error(`${method} ${path} ${response.status} ${text}: ${faults.join('; ')}`);
    this.met.add(`${this.#official.operationAt(method, pathname)} ${response.status}`);
    return { status: response.status, body: (parsed ?? {}) as OfficialAnswer['body'] };
  }

  /** Follows the links of the embedded approach, with a wrong code before the right one. */
  async authorise(started: OfficialAnswer): Promise<void> {
    const { _links: links = {} } = started.body;
    const next = await this.#step(links);
    const status = links['scaStatus']?.href;
    if (status !== undefined) await this.get(status);
    if (next !== undefined) await this.authorise(next);
  }

  async #step(links: Record<string, { href: string }>): Promise<OfficialAnswer | undefined> {
    const at = (name: string): string | undefined => links[name]?.href;
    const start = at('startAuthorisationWithPsuAuthentication');
    if (start !== undefined) return this.call('POST', start, PASSWORD);
    const password = at('updatePsuAuthentication');
    if (password !== undefined) return this.call('PUT', password, PASSWORD);
    const choice = at('selectAuthenticationMethod');
    if (choice !== undefined) return this.call('PUT', choice, { authenticationMethodId: 'sms' });
    const code = at('authoriseTransaction');
    if (code === undefined) return undefined;
    const wrong = await this.call('PUT', code, { scaAuthenticationData: '000000' });
    if (wrong.status !== 401) throw new Error(`a wrong code was answered ${wrong.status}`);
    return this.call('PUT', code, { scaAuthenticationData: await newestCode(this.#services.bus, PSU) });
  }
}
