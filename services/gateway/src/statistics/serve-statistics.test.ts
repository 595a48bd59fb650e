import { freshDatabaseName } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

const NOON = Date.parse('2026-11-17T12:00:00+01:00');
const READ = '/v1/consents/6c0a7e52-7f0e-4b6f-8a0e-3b1f5b6f0b11/status';
const database = freshDatabaseName();

const statuses: number[] = [];
let gateway: TestGateway;
beforeAll(async () => {
  // No service answers behind the gateway: every request of a TPP is answered 503.
  const before = await startGateway({ MONGO_DATABASE: database }, () => new Date(NOON));
  for (let count = 0; count < 5; count++) {
    statuses.push((await before.ask('GET', READ)).status);
  }
  await before.stop();
  gateway = await startGateway({ MONGO_DATABASE: database }, () => new Date(NOON + 600_000));
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe('the statistics of the gateway', () => {
  it('are published as CSV by quarter, including the counts of a replica that has stopped', async () => {
    expect(statuses).toEqual([503, 503, 503, 503, 503]);
    const answer = await gateway.ask('GET', '/statistics.csv?quarter=2026-Q4');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toContain('statistics-2026-Q4.csv');
    expect(answer.text.split('\r\n')[1]).toBe('2026-11-17,dedicated,0.000,100.000,540,,,,100.000,540');
  });

  it('are published as a page in Croatian and English, without scripts and other origins', async () => {
    const croatian = await gateway.ask('GET', '/statistics', { headers: { 'Accept-Language': 'hr-HR,en;q=0.5' } });
    expect(croatian.text).toContain('lang="hr"');
    expect(croatian.text).toContain('Dostupnost i brzina sučelja');
    expect(croatian.text).toContain('100,000');
    const english = await gateway.ask('GET', '/statistics?quarter=2026-Q4&lang=en');
    expect(english.text).toContain('Availability and performance of the interface');
    expect(english.text).toContain('17 November 2026');
    expect(english.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(english.text).not.toMatch(/<script|<style| style="|https?:/);
    for (const [, path = ''] of english.text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g))
      expect((await gateway.ask('GET', path)).status, path).toBe(200);
  });

  it('are read-only, and answer 404 for an invalid quarter', async () => {
    const posted = await gateway.ask('POST', '/statistics', { body: '{}' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const quarter of ['2026-Q5', '2026', '../x', '2026-Q4%00', '%7B%22$ne%22:1%7D'])
      expect((await gateway.ask('GET', `/statistics.csv?quarter=${quarter}`)).status, quarter).toBe(404);
    expect((await gateway.ask('GET', '/statistics.csv?quarter=1999-Q1')).status).toBe(404);
  });

  it('are not published with STATISTICS=off', async () => {
    await using off = await startGateway({ STATISTICS: 'off' });
    for (const path of ['/statistics', '/statistics.csv']) expect((await off.ask('GET', path)).status, path).toBe(404);
  });
});
