import { Bus } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';

describe('a request', () => {
  it('has one log line with endpoint, status and TPP, without PSU data', async () => {
    await using gateway = await startGateway();
    const requestId = crypto.randomUUID();
    const headers = { 'X-Request-ID': requestId, 'PSU-ID': 'CANARY-PSU', 'Consent-ID': 'CANARY-CONSENT' };
    await gateway.ask('GET', '/v1/accounts/CANARY-ACCOUNT/balances?q=CANARY-QUERY', { headers });
    await gateway.stop();
    const lines = gateway.logLines().filter(({ level, requestId: of }) => level === 'info' && of === requestId);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      method: 'GET',
      route: 'getBalances',
      status: 503,
      tpp: 'PSDHR-HNB-SANDBOX',
      outcome: 'serviceUnavailable',
    });
    expect(JSON.stringify(gateway.logLines())).not.toContain('CANARY');
  });

  it('is counted by endpoint and status', async () => {
    await using gateway = await startGateway();
    await gateway.ask('GET', '/v1/consents/x');
    await gateway.ask('GET', '/v1/nothing');
    const metrics = async () => (await fetch(`${gateway.healthUrl}/metrics`)).text();
    await expect
      .poll(metrics)
      .toMatch(/xs2a_http_request_seconds_count\{[^}]*endpoint="getConsentInformation",status="503"[^}]*\} 1/);
    await expect.poll(metrics).toMatch(/xs2a_http_request_seconds_count\{[^}]*endpoint="none",status="404"[^}]*\} 1/);
  });

  it('passes its id, its trace and a deadline to the services', async () => {
    await using gateway = await startGateway();
    const bus = await Bus.connect(gateway.natsUrl, 'test');
    const heard = new Promise<Map<string, string>>((resolve) => {
      bus.connection.subscribe('consent.readConsentStatus', {
        callback: (_, message) => {
          resolve(new Map(message.headers?.keys().map((name) => [name, message.headers?.get(name) ?? ''])));
          message.respond('{"consentStatus":"valid"}');
        },
      });
    });
    await bus.connection.flush();
    const requestId = crypto.randomUUID();
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { 'X-Request-ID': requestId, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const answer = await gateway.ask('GET', '/v1/consents/x/status', { headers });
    expect([answer.status, answer.text]).toEqual([200, '{"consentStatus":"valid"}']);
    const sent = await heard;
    expect(sent.get('X-Request-ID')).toBe(requestId);
    expect(sent.get('traceparent')).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect(Number(sent.get('Xs2a-Deadline'))).toBeGreaterThan(Date.now());
    await bus.close();
  });

  it('in progress is answered when the gateway stops, then its connection is closed', async () => {
    await using gateway = await startGateway();
    const bus = await Bus.connect(gateway.natsUrl, 'test');
    let stopped: Promise<void> | undefined;
    bus.connection.subscribe('consent.readConsentStatus', {
      callback: (_, message) => {
        stopped = gateway.stop();
        setImmediate(() => message.respond('{"consentStatus":"valid"}'));
      },
    });
    await bus.connection.flush();
    const answer = await gateway.ask('GET', '/v1/consents/x/status');
    expect(answer.status).toBe(200);
    await stopped;
    await expect(gateway.ask('GET', '/v1/consents/x/status')).rejects.toThrow('fetch failed');
    await bus.close();
  });
});
