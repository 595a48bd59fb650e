import { SANDBOX_TPPS } from '@xs2a/certificates';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, ROWS } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';
import { trustedAuthority } from '../../../test/tls-tpp.ts';
import { servedEndpoints } from '../../service.ts';

const ONE_ROLE = {
  AISP: 'PSDHR-HNB-AISONLY',
  PISP: 'PSDHR-HNB-PISONLY',
  PIISP: 'PSDHR-HNB-PIISONLY',
} as const;

const gateway = forAllTests(() => startGateway());

function askAs(tpp: string, method: string, address: string) {
  const body = method === 'POST' ? { body: '{}' } : {};
  return gateway.ask(method, address, { headers: { ...AS_JSON, 'X-Sandbox-TPP': tpp }, ...body });
}

describe('an endpoint accepts only TPPs with one of its roles', () => {
  const matrix = ROWS.filter(({ key }) => servedEndpoints().has(key)).flatMap((row) =>
    (['AISP', 'PISP', 'PIISP'] as const).map((role) => ({ ...row, role, open: row.roles.includes(role as never) })),
  );
  it.each(matrix)('$key with only $role: accepted is $open', async ({ method, address, role, open }) => {
    const answer = await askAs(ONE_ROLE[role], method, address);
    if (open) expect(answer.message.code).not.toBe('ROLE_INVALID');
    else expect([answer.status, answer.message.code]).toEqual([401, 'ROLE_INVALID']);
  });
});

describe('the certificate of a TPP', () => {
  it.each([
    ['PSDHR-HNB-EXPIRED', 'CERTIFICATE_EXPIRED'],
    ['PSDHR-HNB-REVOKED', 'CERTIFICATE_REVOKED'],
    ['PSDHR-HNB-BLOCKED', 'CERTIFICATE_BLOCKED'],
    ['PSDHR-HNB-SELFSIGNED', 'CERTIFICATE_INVALID'],
    ['PSDHR-HNB-NOBODY', 'CERTIFICATE_INVALID'],
    ['constructor', 'CERTIFICATE_INVALID'],
  ])('of %s is refused with %s', async (tpp, code) => {
    const answer = await askAs(tpp, 'GET', '/v1/consents/x/status');
    expect([answer.status, answer.message.code]).toEqual([401, code]);
  });

  it('is checked before role, request id and body', async () => {
    const answer = await gateway.ask('POST', '/v1/consents', {
      headers: { 'X-Sandbox-TPP': 'PSDHR-HNB-EXPIRED', 'X-Request-ID': 'none' },
      body: '{',
    });
    expect(answer.message.code).toBe('CERTIFICATE_EXPIRED');
  });

  it.each([{ SANDBOX: 'false' }, { SANDBOX: '' }, { GATEWAY_HOST: '0.0.0.0' }])(
    'is missing unless the sandbox allows a name instead: %j',
    async (env) => {
      using trusted = await trustedAuthority();
      await using strict = await startGateway({ ...trusted.env, ...env });
      for (const tpp of SANDBOX_TPPS.keys()) {
        const answer = await strict.ask('GET', '/v1/consents/x/status', { headers: { 'X-Sandbox-TPP': tpp } });
        expect([answer.status, answer.message.code]).toEqual([401, 'CERTIFICATE_MISSING']);
      }
    },
  );
});
