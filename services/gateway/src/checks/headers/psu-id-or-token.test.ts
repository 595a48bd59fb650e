import { forAllTests, profileFile } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT, PAYMENT } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';

const NEEDED = '400 FORMAT_ERROR PSU-ID';
/** Answer of a gateway without services behind it: the request passed all checks. */
const PASSED = '503 SERVICE_UNAVAILABLE';

/**
 * Creation requests with psuIdRequired, by the pre-step of the service: the answers without both headers, with PSU-ID, and with a
 * malformed token.
 */
const ROWS = [
  ['off', NEEDED, PASSED, NEEDED],
  ['optional', NEEDED, PASSED, '401 TOKEN_UNKNOWN Authorization'],
  ['needed', '401 TOKEN_UNKNOWN Authorization', '401 TOKEN_UNKNOWN Authorization', '401 TOKEN_UNKNOWN Authorization'],
] as const;

describe.each(ROWS)('PSU-ID with psuIdRequired and the pre-step %s', (payments, ...expected) => {
  const oauth = { preStep: { accounts: 'off', payments, funds: 'off' } };
  const gateway = forAllTests(() =>
    startGateway({ PROFILE: profileFile({ preset: 'hr-full', psuIdRequired: true, oauth }) }),
  );

  const create = async (path: string, body: object, more: Record<string, string>): Promise<string> => {
    const headers = { ...AS_JSON, 'PSU-IP-Address': '192.0.2.1', ...more };
    const { status, message } = await gateway.ask('POST', path, { headers, body: JSON.stringify(body) });
    return [status, message.code, message.path].filter((part) => part !== undefined).join(' ');
  };
  const SENT = [{}, { 'PSU-ID': 'psu-private' }, { Authorization: 'Bearer' }] as const;

  it('is mandatory unless a token may replace it, and the token itself is not required', async () => {
    const answers = [];
    for (const headers of SENT) answers.push(await create('/v1/payments/sepa-credit-transfers', PAYMENT, headers));
    expect(answers).toEqual(expected);
  });

  it('is mandatory at the other services regardless of this pre-step', async () => {
    expect(await create('/v1/consents', CONSENT, { Authorization: 'Bearer' })).toBe(NEEDED);
  });
});
