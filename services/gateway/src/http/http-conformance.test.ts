import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, ROWS } from '../../test/endpoint-samples.ts';
import { type Answer, type Sent, startGateway } from '../../test/start-gateway.ts';
import { servedEndpoints } from '../service.ts';

const SERVED = ROWS.filter(({ key }) => servedEndpoints().has(key));
const WITH_BODY = SERVED.filter(({ method }) => method === 'POST' || method === 'PUT');
const UNKNOWN = ['/', '/v1', '/v3/consents', '/v1/nothing', '/v1/consents/', '/v1/accounts/a/b/c/d', '/admin', '/.env'];
/** Headers that reveal the software. */
const FINGERPRINTS = ['server', 'x-powered-by', 'etag', 'via', 'x-aspnet-version'];
const PROBLEM = { Accept: 'application/problem+json, application/json' };

const gateway = forAllTests(() => startGateway());

/** Sends a request and checks the rules for every answer, successful or not. */
async function ask(method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const requestId = crypto.randomUUID();
  const answer = await gateway.ask(method, path, { ...sent, headers: { ...sent.headers, 'X-Request-ID': requestId } });
  const { headers } = answer;
  expect([headers.get('x-request-id'), headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
    requestId,
    'no-store',
    'nosniff',
  ]);
  expect(FINGERPRINTS.filter((name) => headers.has(name))).toEqual([]);
  return answer;
}

describe('an unknown address (404)', () => {
  it.each(UNKNOWN)('%s is answered as problem details on request, with any method', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(method, path, { headers: PROBLEM });
      expect([method, answer.status, JSON.parse(answer.text)]).toEqual([
        method,
        404,
        expect.objectContaining({ code: 'RESOURCE_UNKNOWN' }),
      ]);
    }
  });
});

describe('a body', () => {
  it.each(WITH_BODY)('of another media type at $key is refused with 415', async ({ method, address }) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']) {
      const answer = await ask(method, address, { headers: { 'Content-Type': type }, body: '{}' });
      expect([type, answer.status, answer.message.path]).toEqual([type, 415, 'Content-Type']);
    }
  });

  it.each(WITH_BODY)(
    'that is compressed at $key is refused with 415 and not decompressed',
    async ({ method, address }) => {
      for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
        const answer = await ask(method, address, {
          headers: { ...AS_JSON, 'Content-Encoding': encoding },
          body: '{}',
        });
        expect([encoding, answer.status, answer.message.path]).toEqual([encoding, 415, 'Content-Encoding']);
      }
    },
  );

  it.each(WITH_BODY)('of more than 1 MB at $key is refused with 413, without a body', async ({ method, address }) => {
    const answer = await ask(method, address, { headers: AS_JSON, body: `{"a":"${'x'.repeat(1_100_000)}"}` });
    expect([answer.status, answer.text]).toEqual([413, '']);
  });

  it.each(WITH_BODY)('nested deeper than 32 at $key is refused with 400', async ({ method, address }) => {
    const answer = await ask(method, address, { headers: AS_JSON, body: `${'['.repeat(33)}${']'.repeat(33)}` });
    expect([answer.status, answer.message.code]).toEqual([400, 'FORMAT_ERROR']);
  });
});

describe('an unavailable media type', () => {
  const [information, others] = [true, false].map((isOf) =>
    SERVED.filter(({ family, status }) => status !== 204 && (family === 'AIS') === isOf),
  );
  it.each(others ?? [])('is ignored at $key', async ({ method, address }) => {
    const sent = { ...AS_JSON, 'PSU-IP-Address': '192.0.2.10' };
    const usual = await ask(method, address, { headers: sent });
    const { status, text, headers } = await ask(method, address, { headers: { ...sent, Accept: 'image/png' } });
    expect([status, text]).toEqual([usual.status, usual.text]);
    expect(headers.get('content-type')).toBe(usual.headers.get('content-type'));
  });

  it.each(information ?? [])('is answered 406 at $key, with the available type', async ({ method, address }) => {
    const { status, message } = await ask(method, address, { headers: { ...AS_JSON, Accept: 'image/png' } });
    expect([status, message.code, message.path]).toEqual([406, 'REQUESTED_FORMATS_INVALID', 'Accept']);
    expect(message.text).toMatch(/must allow application\/(json|xml)/);
  });
});
