import { readFileSync } from 'node:fs';
import { PROFILE_PRESETS, REFUSALS } from '@xs2a/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../bank/src/sandbox/data/accounts.ts';
import { SANDBOX_PSUS as BANK_PSUS } from '../../bank/src/sandbox/data/psus.ts';
import { describeOffer } from '../src/docs/describe-offer.ts';
import { describeRefusals } from '../src/docs/describe-refusals.ts';
import { SANDBOX_PSUS } from '../src/docs/sandbox-psus.ts';
import { DOCUMENTED_MACHINES } from '../src/docs/status-machines.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PAGES = ['/docs', '/docs/reference', '/docs/errors', '/docs/statuses', '/docs/profile'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe('the documentation', () => {
  it.each(PAGES)('is at %s, with nothing inline allowed and nothing from elsewhere', async (path) => {
    const answer = await gateway.ask('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(answer.text).not.toMatch(/<script(?![^>]* src="\/docs\/)|<style| style="| on\w+="/);
    expect(answer.text).not.toMatch(/(?:src|rel="stylesheet" href)="https?:/);
  });

  it('is not sent again to whoever has it', async () => {
    for (const path of ['/docs', '/docs/assets/docs.css', '/docs/states/payment.svg']) {
      const tag = (await gateway.ask('HEAD', path)).headers.get('etag') ?? '';
      const again = await gateway.ask('GET', path, { headers: { 'If-None-Match': tag } });
      expect([again.status, again.text], path).toEqual([304, '']);
    }
  });

  it('is read only: 405 with what is allowed', async () => {
    const answer = await gateway.ask('POST', '/docs', { body: '{}' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('has nothing where there is nothing, and tells no trace of why', async () => {
    for (const path of ['/docs/nope', '/docs/assets/../../package.json', '/docs/assets/%2e%2e/config.ts', '/docs/%']) {
      const answer = await gateway.ask('GET', path);
      expect(answer.status, path).toBe(404);
      expect(answer.text).not.toMatch(/ at \S+:\d|node_modules|Error:/);
    }
    expect((await gateway.ask('GET', '/docsother')).text).toBe('');
  });

  it('names the address that the reader came to, and repeats nothing odd', async () => {
    expect((await gateway.ask('GET', '/docs')).text).toContain(`XS2A=${gateway.url}`);
    const odd = await gateway.ask('GET', '/docs', { headers: { 'X-Forwarded-Proto': 'https"><script>' } });
    expect(odd.text).toContain(`XS2A=${gateway.url}`);
  });

  it('is where a browser is sent from /, and nobody else', async () => {
    const browser = await fetch(gateway.url, { headers: HTML, redirect: 'manual' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/docs']);
    const program = await fetch(gateway.url, { headers: { Accept: 'application/json' }, redirect: 'manual' });
    expect(program.status).toBe(404);
  });

  it('hands out the collection as a file', async () => {
    const answer = await gateway.ask('GET', '/docs/collections/xs2a.postman_collection.json');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(JSON.parse(answer.text)).toHaveProperty('info.schema');
  });
});

describe('a gateway with DOCS=off', () => {
  it('has no documentation, and still its interface', async () => {
    await using off = await startGateway({ DOCS: 'off' });
    for (const path of [...PAGES, '/docs/assets/docs.css']) expect((await off.ask('GET', path)).status, path).toBe(404);
    expect((await off.ask('GET', '/', { headers: HTML })).status).toBe(404);
    expect((await off.ask('GET', '/openapi.json')).status).toBe(200);
  });
});

describe('a bank in earnest', () => {
  it('shows nothing of the sandbox, and a certificate in each command', async () => {
    await using earnest = await startGateway({ SANDBOX: 'false' });
    const { text } = await earnest.ask('GET', '/docs');
    expect(text).not.toMatch(/psu-private|X-Sandbox-TPP|\/sandbox\//);
    expect(text).toContain('--cert tpp.pem --key tpp.key');
  });
});

describe('what the documentation says', () => {
  it('of refusals is every one that a TPP may get', () => {
    const said = describeRefusals({ errorForm: 'tppMessages' }).flatMap(({ refusals }) => refusals);
    const ofThePortal = ['redirectLinkUnknown', 'redirectLinkExpired', 'scaSessionOver'];
    const all = Object.keys(REFUSALS).filter((situation) => !ofThePortal.includes(situation));
    expect(said.map(({ situation }) => situation).toSorted()).toEqual(all.toSorted());
  });

  it('of statuses gives each a meaning and a diagram that names it', () => {
    for (const { name, machine, meanings, frames } of DOCUMENTED_MACHINES) {
      expect(Object.keys(meanings).toSorted()).toEqual(Object.keys(machine).toSorted());
      expect(Object.keys(machine)).toEqual(expect.arrayContaining(frames.flat()));
      const diagram = readFileSync(new URL(`../published/states/${name}.svg`, import.meta.url), 'utf8');
      for (const status of Object.keys(machine)) expect(diagram).toContain(`>${status}<`);
    }
  });

  it('of the people of the sandbox is what the bank has of them', () => {
    const told = BANK_PSUS.map(({ psuId, scaMethods }) => ({
      psuId,
      accounts: [
        ...new Set(
          SANDBOX_ACCOUNTS.filter(({ owners }) => owners.includes(psuId)).map(
            ({ reference }) => reference.iban ?? reference.maskedPan,
          ),
        ),
      ],
      methods: scaMethods.map(({ authenticationMethodId }) => authenticationMethodId).join(', ') || 'none',
    }));
    expect(SANDBOX_PSUS.map(({ psuId, accounts, methods }) => ({ psuId, accounts, methods }))).toEqual(told);
  });

  it('of the offer follows the profile that is in force', () => {
    expect(describeOffer(PROFILE_PRESETS['hr-full']).notOffered).toEqual([]);
    expect(describeOffer(PROFILE_PRESETS['hr-basic']).notOffered).toEqual(['periodic-payments']);
  });
});
