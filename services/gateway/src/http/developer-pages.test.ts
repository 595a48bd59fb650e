import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { SANDBOX_TPPS } from '@xs2a/certificates';
import { DOCUMENTED_MACHINES, LANGUAGES, SANDBOX_PSUS } from '@xs2a/developer-pages';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';
import { trustedAuthority, useTrusted } from '../../test/tls-tpp.ts';

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PAGES = [
  '/docs',
  '/docs/profile',
  '/docs/account-information',
  '/docs/payments',
  '/docs/authorisation',
  '/docs/certificates',
  '/docs/notifications',
  '/docs/limits',
  '/docs/samples',
  '/docs/reference',
  '/docs/errors',
  '/docs/statuses',
  '/docs/changes',
];
const SAMPLES = ['/docs/samples/typescript', '/docs/samples/python', '/docs/samples/java'];
const PROGRAMS = LANGUAGES.map(({ file }) => `/docs/samples/${file}`);
const SANDBOX_PAGES = ['/docs/test-users', '/docs/own-sandbox'];

const gateway = forAllTests(() => startGateway());

/** Sends a request with this Host and returns the answer. */
async function askWithHost(path: string, host: string): Promise<{ status: number; etag: string; text: string }> {
  const asked = get(new URL(path, gateway.url), { headers: { Host: host, 'X-Forwarded-Proto': 'https' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, etag: answer.headers.etag ?? '', text: await text(answer) };
}

/** Returns the operation pages linked from the reference. */
function operationPages(reference: string): string[] {
  return Array.from(reference.matchAll(/ href="(\/docs\/reference\/[^"]+)"/g), ([, path = '']) => path);
}

describe('the developer pages', () => {
  it.each([...PAGES, ...SAMPLES, ...SANDBOX_PAGES])(
    'are served at %s without inline scripts, inline styles or other origins',
    async (path) => {
      const answer = await gateway.ask('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|http|\*/);
      expect(answer.text).not.toMatch(/<script(?![^>]* src="\/docs\/)|<style| style="| on\w+="/);
      expect(answer.text).not.toMatch(/(?:src|rel="stylesheet" href)="https?:/);
    },
  );

  it('are not sent again to a client that has cached them', async () => {
    for (const path of ['/docs', '/docs/assets/docs.css', '/docs/states/payment.svg']) {
      const tag = (await gateway.ask('HEAD', path)).headers.get('etag') ?? '';
      const again = await gateway.ask('GET', path, { headers: { 'If-None-Match': tag } });
      expect([again.status, again.text], path).toEqual([304, '']);
    }
  });

  it('are read-only: 405 with Allow', async () => {
    const answer = await gateway.ask('POST', '/docs', { body: '{}' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('answer 404 at unknown addresses, without internals', async () => {
    for (const path of ['/docs/nope', '/docs/assets/../../package.json', '/docs/assets/%2e%2e/config.ts', '/docs/%']) {
      const answer = await gateway.ask('GET', path);
      expect(answer.status, path).toBe(404);
      expect(answer.text).not.toMatch(/ at \S+:\d|node_modules|Error:/);
    }
    expect((await gateway.ask('GET', '/docsother')).message.code).toBe('RESOURCE_UNKNOWN');
  });

  it('are built once and use the configured address, whatever host and protocol a request names', async () => {
    const plain = await askWithHost('/docs', 'localhost:1');
    expect(plain.text).toContain('XS2A=http://localhost:8080\n');
    for (const path of ['/docs', '/docs/assets/search-index.js', '/docs/samples/xs2a.sh', '/docs/nope']) {
      const [one, other] = [await askWithHost(path, 'one.example'), await askWithHost(path, 'other.example:65535')];
      expect(one.etag, path).toMatch(/^W/);
      expect(other, path).toEqual(one);
    }
  });

  it.each(['localhost:99999', 'a b', 'x/y', '"><script>', '[::1', 'a:b'])(
    'and all other addresses answer 400 with the header name if Host is %s',
    async (host) => {
      for (const path of ['/docs', '/openapi.json', '/v1/accounts', '/oauth/par']) {
        const answer = await askWithHost(path, host);
        expect([answer.status, answer.text], path).toEqual([400, expect.stringContaining('"path":"Host"')]);
      }
    },
  );

  it('are the redirect target of / for browsers only', async () => {
    const browser = await fetch(gateway.url, { headers: HTML, redirect: 'manual' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/docs']);
    const program = await fetch(gateway.url, { headers: { Accept: 'application/json' }, redirect: 'manual' });
    expect(program.status).toBe(404);
  });

  it('offer the collection as a download', async () => {
    const answer = await gateway.ask('GET', '/docs/collections/xs2a.postman_collection.json');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(JSON.parse(answer.text)).toHaveProperty('info.schema');
  });
});

describe('the reference', () => {
  it("has a page for each operation in this bank's document, and no others", async () => {
    const { text } = await gateway.ask('GET', '/docs/reference');
    const document = JSON.parse((await gateway.ask('GET', '/openapi.json')).text) as {
      paths: Record<string, Record<string, { operationId: string; summary: string }>>;
    };
    const offered = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operationPages(text).toSorted()).toEqual(
      offered.map(({ operationId }) => `/docs/reference/${operationId}`).toSorted(),
    );
    for (const { operationId, summary } of offered) {
      const page = await gateway.ask('GET', `/docs/reference/${operationId}`);
      expect([page.status, page.text], operationId).toEqual([200, expect.stringContaining(`<h1>${summary}</h1>`)]);
    }
    await using basic = await startGateway({ PROFILE: 'hr-basic' });
    expect((await basic.ask('GET', '/docs/reference/initiatePayment_periodic-payments')).status).toBe(404);
    for (const unknown of ['nope', 'constructor', '']) {
      expect((await gateway.ask('GET', `/docs/reference/${unknown}`)).status, unknown).toBe(404);
    }
  });

  it('invents no ids: all id fields are empty', async () => {
    const { text } = await gateway.ask('GET', '/docs/reference');
    for (const path of operationPages(text)) {
      const page = (await gateway.ask('GET', path)).text;
      for (const [field] of page.matchAll(/<input [^>]*data-carried="[^"]+"[^>]*>/g)) {
        expect(field, path).not.toMatch(/ value="[^"]/);
      }
    }
  });

  it('has no request forms in production, where a browser has no TPP certificate', async () => {
    using trusted = await trustedAuthority();
    await using production = await startGateway({
      ...trusted.env,
      SANDBOX: 'false',
      GATEWAY_URL: 'https://xs2a.bank.example',
      PORTAL_URL: 'https://psu.bank.example',
    });
    const { text } = await production.ask('GET', '/docs/reference/createConsent');
    expect(text).toContain('PSU-IP-Address');
    expect(text).not.toMatch(/<(?:input|select|textarea)(?! id="search")|data-send/);
  });
});

describe('the diagram of a status machine', () => {
  it.each(DOCUMENTED_MACHINES)('names every status of a $name', async ({ name, machine }) => {
    const { text } = await gateway.ask('GET', `/docs/states/${name}.svg`);
    for (const status of Object.keys(machine)) expect(text).toContain(`>${status}<`);
  });
});

describe('a gateway with DOCS=off', () => {
  it('has no developer pages, but /openapi.json', async () => {
    await using off = await startGateway({ DOCS: 'off' });
    for (const path of [...PAGES, '/docs/assets/docs.css']) expect((await off.ask('GET', path)).status, path).toBe(404);
    expect((await off.ask('GET', '/', { headers: HTML })).status).toBe(404);
    expect((await off.ask('GET', '/openapi.json')).status).toBe(200);
  });
});

/** Names, addresses and accounts that exist in the sandbox only: test users and TPPs, accounts of the sandbox bank, ports. */
const SANDBOX_PATTERNS = [
  /sandbox/i,
  /localhost:\d/,
  /\b80[89]0\b|\b8443\b/,
  /inbox/i,
  /corp-1\b/,
  /HR\d\d9990005/,
  /4532000000000017|453200\*/,
  ...SANDBOX_PSUS.map(({ psuId }) => new RegExp(`${psuId}\\b`)),
  ...[...SANDBOX_TPPS.keys()].map((id) => new RegExp(`${id}\\b`)),
];

describe('the developer pages in production', () => {
  const trusted = useTrusted();
  const addresses = { GATEWAY_URL: 'https://xs2a.bank.example', PORTAL_URL: 'https://psu.bank.example' };
  const production = forAllTests(() => startGateway({ ...trusted.env, SANDBOX: 'false', ...addresses }));

  it('contain nothing of the sandbox on any linked page, and use a certificate in each command', async () => {
    const found = new Set(['/docs', '/openapi.json', '/docs/nope', ...PROGRAMS]);
    const seen: string[] = [];
    for (const path of found) {
      // The style sheet is shared with the PSU pages.
      if (path.endsWith('.css')) continue;
      const { text, headers } = await production.ask('GET', path);
      for (const pattern of SANDBOX_PATTERNS) {
        const at = text.search(pattern);
        if (at >= 0) seen.push(`${path}: ${text.slice(Math.max(0, at - 40), at + 60)}`);
      }
      if (headers.get('content-type')?.includes('html') !== true) continue;
      for (const [, link = ''] of text.matchAll(/ (?:href|src)="(\/(?:docs|openapi)[^"#?]*)/g)) found.add(link);
    }
    expect(seen).toEqual([]);
    const operations = operationPages((await production.ask('GET', '/docs/reference')).text);
    expect([...found]).toEqual(
      expect.arrayContaining([...PAGES, ...SAMPLES, ...PROGRAMS, ...operations, '/docs/assets/search-index.js']),
    );
    expect([...found]).toContain('/docs/collections/xs2a.postman_collection.json');
    for (const path of SANDBOX_PAGES) expect((await production.ask('GET', path)).status, path).toBe(404);
    expect((await production.ask('GET', '/docs')).text).toContain('--cert tpp.pem --key tpp.key');
  });

  it('offer a collection whose journeys need only a certificate, a PSU, a password and a code', async () => {
    const { text } = await production.ask('GET', '/docs/collections/xs2a.postman_collection.json');
    const { variable } = JSON.parse(text) as { variable: { key: string; value: string }[] };
    expect(variable.map(({ key }) => key)).toEqual(['xs2a', 'psuId', 'password', 'code']);
    const used = new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name));
    expect([...used]).toEqual(expect.arrayContaining(['xs2a', 'psuId', 'password', 'code']));
    expect(used).not.toContain('portal');
  });
});

describe('the navigation', () => {
  it('links every page to every other, and the search finds each', async () => {
    const index = (await gateway.ask('GET', '/docs/assets/search-index.js')).text;
    for (const path of [...PAGES, ...SANDBOX_PAGES]) {
      const { text } = await gateway.ask('GET', path);
      for (const other of [...PAGES, ...SANDBOX_PAGES]) expect(text, path).toContain(`<a href="${other}"`);
      expect(index).toContain(`"href":"${path}"`);
    }
  });

  it('has links to existing headings only', async () => {
    const texts = new Map<string, string>();
    for (const path of [...PAGES, ...SAMPLES, ...SANDBOX_PAGES]) texts.set(path, (await gateway.ask('GET', path)).text);
    for (const path of operationPages(texts.get('/docs/reference') ?? '')) {
      texts.set(path, (await gateway.ask('GET', path)).text);
    }
    for (const [from, text] of texts) {
      for (const [, path = '', anchor] of text.matchAll(/ href="(\/docs[^"#.]*|(?=#))(?:#([^"]+))?"/g)) {
        const target = texts.get(path === '' ? from : path);
        expect(target, `${from} to ${path}`).toBeDefined();
        if (anchor !== undefined) expect(target, `${from} to ${path}`).toContain(` id="${anchor}"`);
      }
    }
  });
});
