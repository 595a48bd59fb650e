import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  cancelPayment,
  createBasket,
  initiatePayment,
  PeriodicPayment,
  readInbox,
  startBasketAuthorisation,
  startCancellationAuthorisation,
} from '@xs2a/contracts';
import { service as portalService } from '@xs2a/portal';
import { type RunningService, startService } from '@xs2a/service-kit';
import { type Page, PsuClient, testKeys } from '@xs2a/test-kit';
import {
  askForConsent,
  askForFundsConsent,
  askForPayment,
  creation,
  newestCode,
} from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeOtherBank } from '../browser/other-bank.ts';

/** Texts, users, addresses and codes that only the sandbox has, or that say that nothing is real. */
const OF_SANDBOX = [
  /sandbox/i,
  /\btest/i,
  /\bdemo/i,
  /\bsimul/i,
  /ogledn/i,
  /psu-(?:private|multi|corporate|empty|exempt|devices|nofactor|blocked)/,
  /corp-1\b/,
  /-pass\b/,
  /\b(?:123456|000000|111111)\b/,
  /localhost|127\.0\.0\.1|:80[89]0\b/,
  /inbox|workspace|\/device\b/i,
  /developer|programer/i,
];
const PORTAL = 'https://portal.drugabanka.example';
const TPP = { id: 'PSDHR-HNB-12345', name: 'Fina Aplikacija d.o.o.', roles: ['AISP', 'PISP', 'PIISP'] };
const PSU = 'psu-private';
const STANDING = { paymentService: 'periodic-payments', paymentProduct: 'sepa-credit-transfers' } as const;

const profile = writeOtherBank();
let services: TestServices;
let portal: RunningService;
beforeAll(async () => {
  services = await startServicesWith({ PROFILE: profile, PORTAL_URL: PORTAL }, 'bank', 'sca', 'consent', 'payments');
  portal = await startService(portalService, {
    env: {
      NATS_URL: services.natsUrl,
      PORTAL_URL: PORTAL,
      PORTAL_PORT: '0',
      HEALTH_PORT: '0',
      DRAIN_SECONDS: '0',
      PROFILE: profile,
      LOG_LEVEL: 'silent',
      ...testKeys('portal'),
    },
  });
});
afterAll(async () => {
  await portal?.stop();
  await services?.[Symbol.asyncDispose]();
  rmSync(dirname(profile), { recursive: true });
});

/** A PSU that reads everything on every page it visits. */
class Reader {
  readonly found: string[] = [];
  /** Number of pages read. */
  read = 0;
  readonly #client: PsuClient;
  readonly #language: 'hr' | 'en';

  constructor(language: 'hr' | 'en') {
    const fetcher = (url: string, init: RequestInit) => fetch(url.replace(PORTAL, portal.httpUrl ?? ''), init);
    this.#client = new PsuClient(PORTAL, fetcher as typeof fetch);
    this.#language = language;
  }

  async open(path: string): Promise<Page> {
    return this.#look(
      await this.#client.open(`${PORTAL}${path}${path.includes('?') ? '&' : '?'}lang=${this.#language}`),
    );
  }

  async submit(page: Page, fields: Record<string, string>, target?: string): Promise<Page> {
    return this.#look(await this.#client.submit(page, fields, target));
  }

  /** Follows every link of a page that leads to the portal itself. */
  async follow(page: Page): Promise<void> {
    for (const [, path = ''] of page.html.matchAll(/ (?:href|src)="(\/[^"#]*)"/g)) {
      if (!path.startsWith('/assets/') && !path.includes('lang=')) await this.open(path.replaceAll('&amp;', '&'));
    }
  }

  check(where: string, text: string): void {
    for (const pattern of OF_SANDBOX) {
      const at = text.search(pattern);
      if (at >= 0) this.found.push(`${where}: ${text.slice(Math.max(0, at - 60), at + 60)}`);
    }
  }

  #look(page: Page): Page {
    this.read++;
    // Without the user ID that the PSU itself typed.
    this.check(page.url, page.html.replaceAll(` value="${PSU}"`, ''));
    return page;
  }
}

type Started = { readonly authorisation?: { readonly redirectReference?: string | undefined } | undefined };
const pathOf = ({ authorisation }: Started) => `/sca/${authorisation?.redirectReference ?? ''}`;

async function untilCode(reader: Reader, page: Page): Promise<Page> {
  const again = await reader.submit(page, { psuId: PSU, password: 'wrong' });
  const signedIn = await reader.submit(again, { psuId: PSU, password: `${PSU}-pass` });
  const [, accounts] = /name="accounts" value="([^"]+)"/.exec(signedIn.html) ?? [];
  const chosen = { authenticationMethodId: 'sms', ...(accounts !== undefined && { accounts }) };
  return reader.submit(signedIn, chosen, '/method');
}

async function approve(reader: Reader, path: string): Promise<Page> {
  const page = await untilCode(reader, await reader.open(path));
  const again = await reader.submit(page, { code: '9' });
  return reader.submit(again, { code: await newestCode(services.bus) });
}

/** Without a redirect URI the last page is one of the portal. */
const asked = (wishes: object = {}) => creation({ tpp: TPP, wishes });

async function standingOrder() {
  const startDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const body = PeriodicPayment.parse({ ...paymentOrder(), startDate, frequency: 'Monthly' });
  return services.bus.ask(initiatePayment, { ...asked(), order: { ...STANDING, body } });
}

async function startedBasket(): Promise<Started> {
  const { bus } = services;
  const member = () => askForPayment(bus, {}, asked({ explicitAuthorisationPreferred: true }));
  const paymentIds = [(await member()).paymentId, (await member()).paymentId];
  const { basketId } = await bus.ask(createBasket, {
    ...asked({ explicitAuthorisationPreferred: true }),
    body: { paymentIds },
  });
  return { authorisation: await bus.ask(startBasketAuthorisation, { ...asked(), basketId }) };
}

async function startedCancellation(paymentId: string): Promise<Started> {
  const order = { ...asked(), ...STANDING, paymentId };
  await services.bus.ask(cancelPayment, order);
  return { authorisation: await services.bus.ask(startCancellationAuthorisation, order) };
}

describe.each(['hr', 'en'] as const)('a portal in production, in %s, shows nothing of the sandbox', (language) => {
  let reader: Reader;
  beforeEach(() => {
    reader = new Reader(language);
  });
  const pay = () => askForPayment(services.bus, {}, asked());

  it('to a PSU that approves each kind of request, mistypes, and reads the message with the code', async () => {
    const { bus } = services;
    const order = await standingOrder();
    for (const started of [
      await askForConsent(bus, {}, asked()),
      await askForConsent(bus, { access: { accounts: [], balances: [], transactions: [] } }, asked()),
      await askForFundsConsent(bus, undefined, asked()),
      await pay(),
      order,
      await startedBasket(),
    ])
      await approve(reader, pathOf(started));
    await approve(reader, pathOf(await startedCancellation(order.paymentId)));
    const { messages } = await bus.ask(readInbox, { psuId: PSU });
    for (const { text } of messages) reader.check('a message', text);
    expect(messages.length).toBeGreaterThanOrEqual(7);
    expect(reader.found).toEqual([]);
    expect(reader.read).toBeGreaterThan(28);
  });

  it('to a PSU that declines, is asked on a device, or comes with a link that is unknown, used or expired', async () => {
    const declined = await reader.open(pathOf(await pay()));
    const end = await reader.submit(declined, {}, '/decline');
    await reader.open(new URL(end.url).pathname);
    const path = pathOf(await pay());
    const signedIn = await reader.submit(await reader.open(path), { psuId: PSU, password: `${PSU}-pass` });
    await reader.submit(signedIn, { authenticationMethodId: 'push' }, '/method');
    await reader.open(`${path}?choose=method`);
    // Another browser does not have the session.
    await new Reader(language).open(path);
    const late = pathOf(await pay());
    services.clock.forward({ minutes: 30 });
    for (const way of [late, path, '/sca/unknown', '/sca/%3Cb%3E', '/nowhere', '/oauth/authorize', '/sandbox/inbox/x'])
      await reader.open(way);
    expect(reader.found).toEqual([]);
  });

  it('to a PSU that reviews its permissions, withdraws one, and adds factors', async () => {
    await approve(reader, pathOf(await askForConsent(services.bus, {}, asked())));
    const home = await reader.open('/');
    await reader.follow(home);
    const code = await untilCode(reader, await reader.open('/permissions'));
    const overview = await reader.submit(code, { code: await newestCode(services.bus) });
    await reader.follow(overview);
    const [, permission = ''] = /href="(\/permissions\/(?!factors|file)[\w-]+)"/.exec(overview.html) ?? [];
    await reader.follow(await reader.open(permission));
    await reader.submit(await reader.open(`${permission}/withdraw`), {}, '/withdraw');
    const factors = await reader.open('/permissions/factors');
    await reader.submit(factors, {}, '/passkey');
    await reader.submit(factors, {}, '/totp');
    await reader.submit(await reader.open('/permissions'), {}, '/sign-out');
    expect(reader.found).toEqual([]);
    expect(reader.read).toBeGreaterThan(15);
  });
});

it('a portal in production serves none of the pages of the sandbox to anyone', async () => {
  for (const path of [
    'inbox/psu-private',
    'device/psu-private',
    'notifications',
    'workspace',
    'workspace/requests',
    'api/workspaces',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status } = await fetch(`${portal.httpUrl}/sandbox/${path}`, { method, headers: { Origin: PORTAL } });
      expect([404, 403], `${method} ${path}`).toContain(status);
    }
  }
});
