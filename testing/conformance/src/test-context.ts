import { type Answer, type Client, linksOf, xs2aClient } from '@xs2a/client';
import type { AspspProfile, PaymentProduct } from '@xs2a/contracts';
import type { BlackBox, Seen } from './black-box.ts';
import type { Facts, Psu, PsuName, TppName } from './facts.ts';
import { PsuSide } from './psu-side.ts';
import { RETURN } from './redirect-headers.ts';
import type { TestEnvironment } from './test-environment.ts';

/** Parts of a request; texts may contain fixtures in braces. */
export interface Sent {
  readonly tpp?: TppName;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, text unchanged. */
  readonly body?: unknown;
  /** Name of the consent used to read account data. */
  readonly consent?: string;
}

/** Creates a resource for checks and returns its id. */
export type MakeFixture = (context: TestContext) => Promise<string>;

/** Approval by a PSU at the authorisation server of the bank, and the resulting tokens. */
export interface AtServer {
  readonly tokens: Map<string, string>;
  readonly approve: (context: TestContext, started: Answer, psu: Psu) => Promise<void>;
  /** Returns the address for the PSU's browser. */
  readonly address: (context: TestContext, started: Answer) => Promise<string>;
}

/** The bank under test with TPPs, PSUs, and the resources created so far. */
export class TestContext {
  readonly box: BlackBox;
  readonly profile: AspspProfile;
  readonly facts: Facts;
  readonly environment: TestEnvironment;
  /** Follows links only; its requests and answers are recorded like all others. */
  readonly client: Client;
  readonly psuSide: PsuSide;
  /** Fixtures of one context are unknown in another. */
  readonly answers = new Map<string, Promise<Answer>>();
  /** `Authorization` of each consent and payment that a PSU approved at the authorisation server, by id. */
  readonly tokens: AtServer['tokens'];
  readonly #atServer: AtServer;
  readonly #fixtures: Readonly<Record<string, MakeFixture>>;
  readonly #made = new Map<string, Promise<string>>();

  constructor(
    box: BlackBox,
    profile: AspspProfile,
    facts: Facts,
    environment: TestEnvironment,
    fixtures: Readonly<Record<string, MakeFixture>>,
    atServer: AtServer,
  ) {
    this.tokens = atServer.tokens;
    this.#atServer = atServer;
    this.#fixtures = fixtures;
    this.box = box;
    this.profile = profile;
    this.facts = facts;
    this.environment = environment;
    this.client = xs2aClient({ baseUrl: box.url, fetch: box.fetch });
    this.psuSide = new PsuSide(this);
  }

  approveAtServer(started: Answer, psu: Psu): Promise<void> {
    return this.#atServer.approve(this, started, psu);
  }

  /** Returns the address for the PSU's browser from an answer that starts an authorisation: the pages of the bank, or its server. */
  async addressForPsu(started: Answer): Promise<string> {
    return linksOf(started)['scaRedirect']?.href ?? this.#atServer.address(this, started);
  }

  psu(name: PsuName): Psu {
    const psu = (this.facts.psus as Partial<Record<string, Psu>>)[name];
    if (psu === undefined) throw new Error(`the facts name no PSU ${name}`);
    return psu;
  }

  account(name: string): string {
    const account = (this.facts.accounts as Partial<Record<string, string>>)[name];
    if (account === undefined) throw new Error(`the facts name no account ${name}`);
    return account;
  }

  /** The product of single payments under test: SEPA if it is offered. */
  get product(): PaymentProduct {
    const offered = this.profile.products.payments ?? [];
    return offered.find((product) => product === 'sepa-credit-transfers') ?? offered[0] ?? 'sepa-credit-transfers';
  }

  /** Returns the id of a fixture, created at first use. */
  value(name: string): Promise<string> {
    const made = this.#made.get(name);
    if (made !== undefined) return made;
    const make = this.#fixtures[name];
    if (make === undefined) throw new Error(`nothing is made under the name ${name}`);
    const fixture = make(this);
    this.#made.set(name, fixture);
    return fixture;
  }

  /** Sends a request such as `GET /v1/accounts/{account}`; fixtures in braces are created first. */
  async ask(ask: string, { tpp, headers, body, consent }: Sent = {}): Promise<Seen> {
    const [method = '', path = ''] = (await this.filled(ask)).split(' ');
    const text = typeof body === 'string' || body === undefined ? body : await this.filled(JSON.stringify(body));
    const consentId = consent === undefined ? undefined : await this.value(consent);
    return this.box.ask(
      method,
      path,
      given({
        'X-Request-ID': crypto.randomUUID(),
        ...RETURN,
        ...this.identity(tpp),
        ...(consentId !== undefined && { 'Consent-ID': consentId }),
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      }),
      text,
    );
  }

  identity(tpp: TppName | undefined): Record<string, string> {
    const { tppHeader, tpps } = this.facts;
    const id = tpp === undefined ? undefined : tpps[tpp];
    return id === undefined || tppHeader === undefined ? {} : { [tppHeader]: id };
  }

  async filled(text: string): Promise<string> {
    let filled = text;
    for (const [braced, name = ''] of text.matchAll(/\{(\w+)\}/g)) {
      filled = filled.replaceAll(braced, await this.value(name));
    }
    return filled;
  }
}

/** Removes empty headers, which are not to be sent. */
function given(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

/** Returns the status of a resource, by its link. A settled basket was authorised: its machine has no later status. */
export async function statusOf(context: TestContext, created: Answer): Promise<string> {
  const { body } = await context.client.followNamed(created, 'status');
  const { transactionStatus, consentStatus } = body as { transactionStatus?: string; consentStatus?: string };
  const isBasket = (linksOf(created)['status']?.href ?? '').includes('/signing-baskets/');
  return (isBasket && transactionStatus === 'ACSC' ? 'ACTC' : transactionStatus) ?? consentStatus ?? 'none';
}
