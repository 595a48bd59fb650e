import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asOperator, hrefOf, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { Canaries } from '@xs2a/test-system/data/canaries';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import type { SystemService } from '@xs2a/test-system/start/prepare-system';
import { runSystem, type SystemOfProcesses } from '@xs2a/test-system/start/run-system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { otlpReceiver, type Span } from './otlp-receiver.ts';
import { metricsOf } from './read-promql.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MONITORING = `${ROOT}deploy/monitoring`;
const SEPA = '/v1/payments/sepa-credit-transfers';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
/** Upper bound for a loaded machine. */
const SETTLED_MS_MAX = 60_000;
const ANA = { psuId: 'psu-private' };
/** Metrics of the servers, which exporters beside them serve. */
const OF_EXPORTERS = /^(?:mongodb|gnatsd)_/;
interface Rule {
  readonly record?: string;
  readonly expr: string;
}
const NAMES = { creditorName: 'Kanarinac Zlatko', remittanceInformationUnstructured: 'Kanarinac racun 4713' };

let collector: Awaited<ReturnType<typeof otlpReceiver>>;
let system: SystemOfProcesses;
let payment: TppAnswer;
let paymentId: string;
let consentId: string;
let operator: Record<string, string>;
const canaries = new Canaries();
canaries.note('IBAN', ...Object.values(IBAN), 'HR1723600001101234565');
canaries.note('password', 'psu-private-pass', 'canary-password-4714');
canaries.note('PSU-ID', 'psu-private');
canaries.note('names and references', ...Object.values(NAMES));
canaries.note('PSU', REDIRECT_HEADERS['PSU-IP-Address'] ?? '192.0.2.10');

beforeAll(async () => {
  collector = await otlpReceiver();
  system = await runSystem({ LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  operator = await asOperator(system.mongoUrl);
  const tpp = new TppClient(system.gatewayUrl);
  const psu = new PsuClient(system.portalUrl);
  const consent = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
  consentId = String(consent.body['consentId']);
  canaries.note('redirect link', hrefOf(consent, 'scaRedirect').split('/').at(-1) ?? '');
  await approve(system.portalUrl, hrefOf(consent, 'scaRedirect'), ANA);
  canaries.note('code', await psu.newestCode(ANA.psuId));
  const headers = { 'Consent-ID': consentId };
  const list = await tpp.get('/v1/accounts', { headers });
  const { resourceId } = (list.body['accounts'] as { resourceId: string }[])[0] ?? { resourceId: '' };
  await tpp.get(`/v1/accounts/${resourceId}/transactions?bookingStatus=booked&dateFrom=2026-01-01`, { headers });
  payment = await tpp.post(SEPA, paymentOrder(NAMES), {
    headers: {
      ...REDIRECT_HEADERS,
      traceparent: `00-${TRACE}-00f067aa0ba902b7-00`,
      'TPP-Notification-URI': `${system.portalUrl}/sandbox/notifications`,
      'TPP-Notification-Content-Preferred': 'status=PROCESS,LAST',
    },
  });
  paymentId = String(payment.body['paymentId']);
  const link = hrefOf(payment, 'scaRedirect');
  canaries.note('redirect link', link.split('/').at(-1) ?? '');
  const signIn = await psu.open(link);
  await psu.submit(signIn, { psuId: ANA.psuId, password: 'canary-password-4714' });
  await approve(system.portalUrl, link, ANA);
  canaries.note('code', await psu.newestCode(ANA.psuId));
  await eventually(
    async () => (await tpp.get(`${SEPA}/${paymentId}/status`)).body['transactionStatus'],
    (status) => status === 'ACSC',
    SETTLED_MS_MAX,
  );
  await tpp.post(SEPA, paymentOrder({ creditorAccount: { iban: 'HR1210010051863000161' } }));
  canaries.note('IBAN', 'HR1210010051863000161');
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
});

/** Runs a command of this repository on the databases of the system, with the user that operators have in production. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...operator };
  return new Promise((resolve) => {
    execFile(process.execPath, ['tools/xs2a.ts', ...args], { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === 'number' ? error.code : 0,
        output: error === null ? stdout : stdout + stderr,
      });
    });
  });
}

async function scrape(name: SystemService, accept: string): Promise<string> {
  const { healthPort } = system.services[name];
  const answer = await fetch(`http://127.0.0.1:${healthPort}/metrics`, { headers: { Accept: accept } });
  return answer.text();
}
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0';
const everyScrape = async (accept = 'text/plain'): Promise<string> =>
  (await Promise.all(Object.keys(system.services).map((name) => scrape(name as 'sca', accept)))).join('\n');

describe('metrics', () => {
  it('count payments by product and final status, consents by model, authorisations by approach and outcome, error responses by situation', async () => {
    const scraped = await eventually(everyScrape, (text) => text.includes('xs2a_payment_final_seconds_count{'));
    const valueOf = (name: string, labels: Record<string, string>): number => {
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      const line = scraped
        .split('\n')
        .find((one) => one.startsWith(`${name}{`) && wanted.every((w) => one.includes(w)));
      return Number(line?.slice(line.lastIndexOf(' ') + 1));
    };
    const product = { payment_service: 'payments', product: 'sepa-credit-transfers' };
    expect(valueOf('xs2a_payment_final_seconds_count', { ...product, status: 'ACSC' })).toBe(1);
    expect(valueOf('xs2a_consents_total', { model: 'detailed', status: 'valid' })).toBe(1);
    expect(valueOf('xs2a_authorisation_final_seconds_count', { approach: 'REDIRECT', outcome: 'finalised' })).toBe(2);
    expect(valueOf('xs2a_refusals_total', { situation: 'fieldInvalid' })).toBe(1);
    expect(valueOf('xs2a_outbox_oldest_seconds', { collection: 'payments', queue: 'outbox' })).toBe(0);
    expect(valueOf('xs2a_dead_letters_waiting', { service: 'payments' })).toBe(0);
    expect(valueOf('xs2a_ready', { service: 'sca' })).toBe(1);
    expect(valueOf('xs2a_http_request_seconds_count', { service: 'portal', status: '200' })).toBeGreaterThan(0);
  });

  it('have a recorded trace as exemplar in OpenMetrics, and none in the older format', async () => {
    const open = await scrape('gateway', OPEN_METRICS);
    expect(open).toMatch(
      /xs2a_http_request_seconds_bucket\{[^}]*\} \d+ # \{trace_id="[0-9a-f]{32}"\} [\d.e-]+ [\d.]+\n/,
    );
    expect(open.endsWith('\n# EOF\n')).toBe(true);
    const older = await scrape('gateway', 'text/plain');
    expect(older).not.toContain('trace_id');
    // A scrape in one format changes nothing in the other.
    expect(older).toContain('\nxs2a_refusals_total{');
    expect(open).toContain('# TYPE xs2a_refusals counter\nxs2a_refusals_total{');
  });

  it('are all served if a dashboard or an alert reads them', async () => {
    const served = new Set(
      [...(await everyScrape()).matchAll(/^(?:# TYPE )?([a-z_0-9]+)[ {]/gm)].map(([, name]) => name),
    );
    // Prometheus itself adds it.
    served.add('up');
    const rules = ['alerts.yaml', 'objectives.yaml'].flatMap((file) => {
      const { groups } = parse(readFileSync(`${MONITORING}/${file}`, 'utf8')) as { groups: { rules: Rule[] }[] };
      return groups.flatMap((group) => group.rules);
    });
    for (const { record } of rules) if (record !== undefined) served.add(record);
    const expressions = rules.map(({ expr }) => expr);
    for (const file of readdirSync(`${MONITORING}/dashboards`)) {
      const board = JSON.parse(readFileSync(`${MONITORING}/dashboards/${file}`, 'utf8')) as {
        panels: { targets: { expr: string }[] }[];
      };
      expressions.push(...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
    }
    expect(expressions.length).toBeGreaterThan(40);
    const missing = expressions.flatMap(metricsOf).filter((name) => !served.has(name) && !OF_EXPORTERS.test(name));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('have few series, whatever TPPs and PSUs send', async () => {
    const tpp = new TppClient(system.gatewayUrl);
    // Series of Node.js appear on their own, such as one for each kind of garbage collection at its first run.
    const series = async (): Promise<string[]> => {
      const lines = (await scrape('gateway', 'text/plain')).split('\n');
      return lines.filter((line) => line.startsWith('xs2a_')).map((line) => line.slice(0, line.lastIndexOf(' ')));
    };
    const odd = (id: number) =>
      tpp.get(`/v1/accounts/${id}/none-${id}?x=${id}`, { headers: { 'Consent-ID': `c${id}` } });
    await odd(0);
    const before = await series();
    for (let id = 1; id <= 5; id++) await odd(id);
    expect(await series()).toEqual(before);
    expect(before.join()).toContain('xs2a_refusals_total{');
  });
});

describe('npm run xs2a -- story', () => {
  it('shows a payment by its id: statuses, authorisation, messages, notifications, traces', async () => {
    const whole = await eventually(
      () => run('story', paymentId),
      ({ output }) => /notifier .*answered/.test(output),
    );
    expect(whole.code).toBe(0);
    const { output } = whole;
    for (const line of [
      /payment {2,}RCVD \(created\) by PSDHR-/,
      /sca +authorisation [0-9a-f-]{36} +scaMethodSelected → finalised \(approved\)/,
      /payments\.settleAuthorisation acknowledged/,
      /bank\.submitPayment acknowledged/,
      /bank +orders [0-9a-f-]{36} +accepted → executed/,
      /ACSP → ACSC/,
      new RegExp(`Traces:\\n[^]*${TRACE}`),
    ]) {
      expect(output).toMatch(line);
    }
    expect(canaries.foundIn(output)).toEqual([]);
    expect(output).not.toContain('100.00');
  });

  it('shows the same by the id of an authorisation, and as a page', async () => {
    const authorisationId = hrefOf(payment, 'scaStatus').split('/').at(-1) ?? '';
    const { output, code } = await run('story', authorisationId, '--html');
    expect(code).toBe(0);
    expect(output).toContain(`<h1>payment ${paymentId}</h1>`);
    expect(output).toContain(`<code>${TRACE}</code>`);
  });

  it('shows a consent, and ends with 1 if none is found', async () => {
    expect((await run('story', consentId)).output).toMatch(/received → valid \(authorised\) by psu/);
    expect(await run('story', crypto.randomUUID())).toMatchObject({ code: 1 });
    expect(await run('story')).toMatchObject({ code: 2 });
  });
});

describe('npm run xs2a -- audit export', () => {
  it('has the accesses of TPPs, the approvals of PSUs by pseudonym, and the creator of each resource', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const asked = async () => {
      const { output } = await run('audit', 'export', '--from', today, '--to', today);
      const lines = output.split('\n').filter((line) => line.startsWith('{'));
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    const records = await eventually(asked, (all) => all.some(({ kind }) => kind === 'transactions'));
    const about = (id: string, of: object) => expect(records).toContainEqual(expect.objectContaining({ id, ...of }));
    about(consentId, { event: 'created', by: 'PSDHR-HNB-SANDBOX' });
    about(consentId, { event: 'authorised', by: 'psu', psu: expect.stringMatching(/^[0-9a-f]{32}$/) });
    about(consentId, { action: 'access', kind: 'transactions', tpp: 'PSDHR-HNB-SANDBOX', times: 1 });
    about(paymentId, { event: 'created', traceId: TRACE });
    expect(new Set(records.flatMap(({ psu }) => psu ?? [])).size).toBe(1);
    expect(canaries.foundIn(JSON.stringify(records))).toEqual([]);
  });

  it('refuses invalid days', async () => {
    expect(await run('audit', 'export', '--from', '2026-11-31x', '--to', '2026-11-30')).toMatchObject({
      code: 2,
    });
  });
});

/** Evaluated after the services have ended, when everything has been sent and written. */
describe('of a journey', () => {
  let lines: Record<string, unknown>[];
  beforeAll(async () => {
    await Promise.all(Object.values(system.services).map((service) => service.stop()));
    lines = Object.values(system.services).flatMap(({ log }) =>
      log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : [])),
    );
  });
  const ofTrace = (traceId: string): Span[] => collector.spans.filter((span) => span.traceId === traceId);

  it('the spans form one tree through HTTP, bus and database', () => {
    const spans = ofTrace(TRACE);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const rootless = spans.filter(({ parentSpanId = '' }) => !byId.has(parentSpanId));
    expect(rootless.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['POST initiatePayment', '00f067aa0ba902b7'],
    ]);
    const pathOf = (span: Span): string[] => {
      const parent = byId.get(span.parentSpanId ?? '');
      return [...(parent === undefined ? [] : pathOf(parent)), `${span.service} ${span.name}`];
    };
    const paths = spans.map(pathOf);
    expect(paths).toContainEqual([
      'gateway POST initiatePayment',
      'gateway ask payments.initiatePayment',
      'payments payments.initiatePayment',
      'payments ask bank.readSigningRules',
      'bank bank.readSigningRules',
      'bank find ledgerAccounts',
    ]);
  });

  it('the approval of a PSU leads to the bank in one trace, through the outboxes', () => {
    const submitted = collector.spans.find(({ name, kind }) => name === 'bank.submitPayment' && kind === 2);
    const names = new Set(ofTrace(submitted?.traceId ?? '').map(({ service, name }) => `${service} ${name}`));
    for (const name of [
      'sca sca.authoriseTransaction',
      'payments payments.settleAuthorisation',
      'bank bank.submitPayment',
      'payments payments.reportExecution',
      'notifier POST notification',
    ]) {
      expect(names).toContain(name);
    }
    expect([...names].some((name) => name.startsWith('portal POST /'))).toBe(true);
  });

  it('no span has an IBAN, a name, a PSU, a password, a code or a link', () => {
    expect(collector.spans.length).toBeGreaterThan(200);
    expect(canaries.kinds.length).toBeGreaterThanOrEqual(7);
    expect(canaries.foundIn(collector.bodies.join('\n'))).toEqual([]);
    const attributes = new Set(collector.spans.flatMap((span) => Object.keys(span.attributes)));
    for (const name of attributes) expect(name).toMatch(/^(db|error|http|messaging|xs2a)\./);
  });

  it('every log line about a request has its request id and its trace id', () => {
    const ofRequests = lines.filter(({ operation, route, event }) => operation ?? route ?? event === 'notification');
    expect(ofRequests.length).toBeGreaterThan(60);
    expect(
      ofRequests.filter(({ requestId, traceId }) => !requestId || !/^[0-9a-f]{32}$/.test(String(traceId))),
    ).toEqual([]);
    const requestId = payment.headers.get('x-request-id');
    const services = new Set(lines.flatMap((line) => (line['requestId'] === requestId ? [line['service']] : [])));
    expect([...services]).toEqual(expect.arrayContaining(['gateway', 'payments', 'bank']));
    const traced = new Set(lines.flatMap((line) => (line['traceId'] === TRACE ? [line['service']] : [])));
    expect([...traced]).toEqual(expect.arrayContaining(['gateway', 'payments', 'bank']));
  });
});
