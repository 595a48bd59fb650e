import { forAllTests, profileFile } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT, PAYMENT } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';

const NEEDED = '400 FORMAT_ERROR PSU-ID';
/** Answer of a gateway whose services are absent: the request passed all checks. */
const PASSED = '503 SERVICE_UNAVAILABLE';

/** A creation under psuIdRequired: by the pre-step of its service, the answer to nothing, to PSU-ID, and to a token that is none. */
const ROWS = [
  ['off', NEEDED, PASSED, NEEDED],
  ['optional', NEEDED, PASSED, '401 TOKEN_UNKNOWN Authorization'],
  ['needed', '401 TOKEN_UNKNOWN Authorization', '401 TOKEN_UNKNOWN Authorization', '401 TOKEN_UNKNOWN Authorization'],
] as const;

describe.each(ROWS)('PSU-ID where psuIdRequired is set and the pre-step is %s', (payments, ...expected) => {
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

  it('is needed unless a token may name the PSU, and no token is asked for in its place', async () => {
    const answers = [];
    for (const headers of SENT) answers.push(await create('/v1/payments/sepa-credit-transfers', PAYMENT, headers));
    expect(answers).toEqual(expected);
  });

  it('is needed at the other services whatever the pre-step of this one is', async () => {
    expect(await create('/v1/consents', CONSENT, { Authorization: 'Bearer' })).toBe(NEEDED);
  });
});
