import { Agent, request } from 'node:http';
import {
  ENDPOINTS,
  type EndpointKey,
  HEADER_GROUPS,
  HEADER_RULES,
  type HeaderFormat,
  headerGroupOf,
  PROFILE_PRESETS,
} from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { addressOf, ROWS } from '../../../test/endpoint-samples.ts';
import { firstMessage, startGateway, type TestGateway } from '../../../test/start-gateway.ts';

const KEYS = ROWS.map(({ key }) => key);
/** A valid and an invalid value for each format; `own` formats have their own checks. Others are in request-headers.test.ts. */
const VALUES: Readonly<Record<HeaderFormat, readonly [good: string, bad?: string]>> = {
  uuid: ['99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '99391c7e'],
  truth: ['true', 'yes'],
  address: ['2001:db8::1', 'localhost'],
  port: ['443', '0'],
  method: ['PATCH', 'get'],
  place: ['GEO:45.815011;15.981919', '45.815011;15.981919'],
  uri: ['https://tpp.example/ok', '/ok'],
  text50: ['x', 'x'.repeat(51)],
  text100: ['x', 'x'.repeat(101)],
  own: ['x'],
};
/** Profile settings of a bank that makes every optional header mandatory: PSU-ID and its type in addition to the preset's. */
const CHOSEN = { psuIdRequired: true, psuIdTypeRequired: true };
const STRICT = { ...PROFILE_PRESETS['berlin-group'], ...CHOSEN };
const SENT_BY_ANY = ['Digest', 'Signature', 'TPP-Signature-Certificate'];

const gateway = forAllTests(() => startGateway());
const strict = forAllTests(() =>
  startGateway({ PROFILE: profileFile({ preset: 'berlin-group', ...CHOSEN, trustedBeneficiaries: true }) }),
);
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Sends a request with exactly these headers; an array is sent as several lines. */
function ask(at: TestGateway, key: EndpointKey, headers: Record<string, string | string[]>) {
  const { hostname, port } = new URL(at.url);
  const { method } = ENDPOINTS[key];
  return new Promise<{ status: number; path: string | undefined; code: string | undefined }>((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path: addressOf(key), headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        const { path, code } = firstMessage(text);
        resolve({ status: response.statusCode ?? 0, path, code });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const ofUuid = { 'X-Request-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721' };
const refused = (path: string) => ({ status: 400, code: 'FORMAT_ERROR', path });

describe('every header at every endpoint (decision 13)', () => {
  it('has an endpoint in each row of the matrix, and each endpoint has a row', () => {
    expect(new Set(KEYS.map(headerGroupOf))).toEqual(new Set(HEADER_GROUPS));
  });

  it.each(KEYS)('%s: a malformed header is refused with its name', async (key) => {
    for (const { name, format } of HEADER_RULES) {
      const [, bad] = VALUES[format];
      if (bad !== undefined) expect(await ask(gateway, key, { ...ofUuid, [name]: bad }), name).toEqual(refused(name));
    }
  });

  it.each(KEYS)('%s: a repeated header is refused with its name, even with the same value', async (key) => {
    const sentOnce = HEADER_RULES.filter(({ name, isList }) => !SENT_BY_ANY.includes(name) && isList !== true);
    for (const { name, format } of sentOnce) {
      const twice = [VALUES[format][0], VALUES[format][0]];
      expect(await ask(gateway, key, { ...ofUuid, [name]: twice }), name).toEqual(refused(name));
    }
  });

  it.each(KEYS)('%s: an empty header counts as absent', async (key) => {
    const empty = Object.fromEntries(HEADER_RULES.map(({ name }) => [name, '']));
    const headers = ENDPOINTS[key].method === 'GET' ? {} : { 'Content-Type': 'application/json' };
    const [answer, without] = await Promise.all([
      ask(gateway, key, { ...headers, ...empty, ...ofUuid }),
      ask(gateway, key, { ...headers, ...ofUuid }),
    ]);
    expect(answer).toEqual(without);
  });

  it.each(KEYS)('%s: exactly the mandatory headers are reported missing', async (key) => {
    const group = headerGroupOf(key);
    const good = HEADER_RULES.filter(({ at, name }) => at[group] !== undefined && !SENT_BY_ANY.includes(name)).map(
      ({ name, format }) => [name, VALUES[format][0]] as const,
    );
    const cases = HEADER_RULES.flatMap(({ name, at, neededWith, neededBeside, neededBy }) => {
      const isNeeded = at[group] === 'M' || (at[group] === 'C' && neededWith !== undefined);
      const isChosen = neededBy !== undefined && neededBy.at.includes(group) && STRICT[neededBy.choice];
      const isBeside = neededBeside !== undefined && at[group] === 'C' && STRICT[neededBeside.choice];
      const isNeededStrictly = isNeeded || isChosen || isBeside;
      return [
        { name, target: gateway, isMandatory: isNeeded },
        { name, target: strict, isMandatory: isNeededStrictly },
      ];
    });
    // In parallel, because accepted requests wait for a service that does not answer.
    await Promise.all(
      cases.map(async ({ name, target, isMandatory }) => {
        const answer = await ask(target, key, Object.fromEntries(good.filter(([other]) => other !== name)));
        if (isMandatory) expect(answer, name).toEqual(refused(name));
        else expect(answer.path, name).not.toBe(name);
      }),
    );
  });
});
