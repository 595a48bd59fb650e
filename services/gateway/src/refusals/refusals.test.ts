import { type Situation, Xs2aError } from '@xs2a/contracts';
import { Bus, refusalMessage } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';

const gateway = forAllTests(() => startGateway());

describe('while the service that owns a resource is unavailable', () => {
  it('a read is answered 503 with Retry-After and tppMessages', async () => {
    const answer = await gateway.ask('GET', '/v1/consents/x/status');
    expect([answer.status, answer.message.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(['1', '2', '3']).toContain(answer.headers.get('retry-after'));
  });

  it('a read is answered 503 if that service receives the request but never answers', async () => {
    await using bus = await listen('accounts.listAccounts', () => undefined);
    const answer = await gateway.ask('GET', '/v1/accounts', { headers: { 'Consent-ID': 'x' } });
    expect(answer.status).toBe(503);
    expect(bus.heard()).toBe(1);
  });
});

describe('a request that conflicts with a simultaneous one', () => {
  it.each(['requestInFlight', 'statusConflict'])('(%s) is answered 409 with Retry-After', async (refusal) => {
    const bus = await Bus.connect(gateway.natsUrl, 'test');
    bus.connection.subscribe('consent.startConsentAuthorisation', {
      callback: (_, message) => {
        const { headers, payload } = refusalMessage(new Xs2aError(refusal as Situation));
        message.respond(payload, { headers });
      },
    });
    await bus.connection.flush();
    const answer = await gateway.ask('POST', '/v1/consents/c/authorisations', {
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    await bus.close();
    expect([answer.status, answer.message.code, answer.headers.get('retry-after')]).toEqual([
      409,
      'STATUS_INVALID',
      '1',
    ]);
  });
});

describe('an internal error', () => {
  it('is answered 500 without a body and logged with the request id', async () => {
    await using _ = await listen('payments.readPaymentStatus', () => 'CANARY is no JSON');
    const requestId = crypto.randomUUID();
    const headers = { 'X-Request-ID': requestId };
    const answer = await gateway.ask('GET', '/v1/payments/sepa-credit-transfers/x/status', { headers });
    expect([answer.status, answer.text]).toEqual([500, '']);
    const line = gateway.logLines().find(({ level, requestId: of }) => level === 'error' && of === requestId);
    expect(line).toMatchObject({ route: 'getPaymentInitiationStatus' });
  });
});

describe('the format of an error', () => {
  const refused = (accept?: string, at = gateway) =>
    at.ask('GET', '/v1/accounts', { headers: accept === undefined ? {} : { Accept: accept } });

  it('is tppMessages, with category, code, path and text', async () => {
    for (const accept of [undefined, '*/*', 'application/json', 'application/json, application/problem+json']) {
      const answer = await refused(accept);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(JSON.parse(answer.text)).toEqual({
        tppMessages: [
          {
            category: 'ERROR',
            code: 'FORMAT_ERROR',
            path: 'Consent-ID',
            text: 'Consent-ID is needed: the consentId of a valid consent',
          },
        ],
      });
    }
  });

  it('is problem details if the TPP prefers application/problem+json', async () => {
    for (const accept of [
      'application/problem+json, application/json',
      'application/json;q=0.5, application/problem+json',
    ]) {
      const answer = await refused(accept);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(JSON.parse(answer.text)).toEqual({
        type: 'about:blank',
        title: 'Bad Request',
        detail: 'Consent-ID: is needed: the consentId of a valid consent',
        code: 'FORMAT_ERROR',
      });
    }
  });
});

describe('Accept', () => {
  it.each(['application/json', 'application/*', '*/*;q=0.1', 'text/html, application/json;q=0.5', 'APPLICATION/JSON'])(
    '%s is accepted',
    async (accept) => {
      expect((await gateway.ask('GET', '/v1/consents/x', { headers: { Accept: accept } })).status).toBe(503);
    },
  );

  it.each(['text/html', 'application/json;q=0', 'application/json;q=0, */*', 'application/xml'])(
    '%s is 406 REQUESTED_FORMATS_INVALID with the offered types for consents, but ignored for payments',
    async (accept) => {
      const { status, message } = await gateway.ask('GET', '/v1/consents/x', { headers: { Accept: accept } });
      expect([status, message.code, message.path]).toEqual([406, 'REQUESTED_FORMATS_INVALID', 'Accept']);
      expect(message.text).toContain('must allow application/json');
      const payment = '/v1/payments/sepa-credit-transfers/x/authorisations';
      expect((await gateway.ask('GET', payment, { headers: { Accept: accept } })).status).toBe(503);
    },
  );

  it('is ignored if the answer has no body', async () => {
    expect((await gateway.ask('DELETE', '/v1/consents/x', { headers: { Accept: 'text/html' } })).status).toBe(503);
  });
});

/** Answers a subject on the bus with a reply that no correct service sends. */
async function listen(subject: string, answer: () => string | undefined) {
  const bus = await Bus.connect(gateway.natsUrl, 'test');
  let heard = 0;
  bus.connection.subscribe(subject, {
    callback: (_, message) => {
      heard++;
      const text = answer();
      if (text !== undefined) message.respond(text);
    },
  });
  await bus.connection.flush();
  return { heard: () => heard, [Symbol.asyncDispose]: () => bus.close() };
}
