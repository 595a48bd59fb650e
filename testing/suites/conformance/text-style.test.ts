import { ENDPOINTS } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { failuresOf, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

// The method may also be changed, so that its links are covered in this style, and the type of each id is required.
const PROFILE =
  'preset: hr-full\nwireStyle: text\nedition: "1.3.16"\ntrustedBeneficiaries: true\nmethodMayChange: true\npsuIdTypeRequired: true\n';

/** Returns the paths of booleans and numbers in a JSON value. */
function typedIn(value: unknown, path = ''): string[] {
  if (typeof value === 'boolean' || typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => typedIn(inner, `${path}/${name}`));
}

it(
  'with wireStyle text, no response of any endpoint and no sample of the profile has a boolean or a number',
  async () => {
    const typed = new Set<string>();
    const asked = new Set<string>();
    const texts = new Map<string, Set<unknown>>();
    const report = await runAgainst(
      'hr-full as text',
      PROFILE,
      false,
      ({ endpoint, body, status }) => {
        if (endpoint === undefined) return;
        if (status < 300) asked.add(endpoint);
        for (const path of typedIn(body)) typed.add(`${endpoint} ${status} ${path}`);
        for (const name of ['recurringIndicator', 'frequencyPerDay', 'fundsAvailable']) {
          if (name in body) texts.set(name, (texts.get(name) ?? new Set()).add(body[name]));
        }
      },
      ['headers', 'endpoints', 'links'],
    );
    // These need the journeys of the group that is not run here.
    const isUnseen = (failure: string): boolean => failure.endsWith('no answer was ever in this cell');
    expect(failuresOf(report).filter((failure) => !isUnseen(failure))).toEqual([]);
    const ofThisBank = ['links.method sent again', 'headers.PSU-ID-Type missing.initiatePayment'];
    expect(withResult(report, 'notOffered').filter((id) => ofThisBank.includes(id))).toEqual([]);
    expect([...typed]).toEqual([]);
    expect(Object.keys(ENDPOINTS).filter((endpoint) => !asked.has(endpoint))).toEqual(['downloadTransactions']);
    expect(Object.fromEntries(texts)).toEqual({
      recurringIndicator: new Set(['true']),
      frequencyPerDay: new Set(['4']),
      fundsAvailable: new Set(['true']),
    });
  },
  RUN_MS_MAX,
);
