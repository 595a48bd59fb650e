import { ENDPOINTS } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { failuresOf, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

// A method may be asked again besides: its links are looked at in answers of this style. So is a bank that wants the type of each id.
const PROFILE =
  'preset: hr-full\nwireStyle: text\ntrustedBeneficiaries: true\nmethodMayChange: true\npsuIdTypeRequired: true\n';

/** Paths of booleans and numbers in a JSON value. */
function typedIn(value: unknown, path = ''): string[] {
  if (typeof value === 'boolean' || typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => typedIn(inner, `${path}/${name}`));
}

it(
  'with wireStyle text no answer of any endpoint has a boolean or a number, and what the samples of the profile show is text',
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
    // Those need the journeys of the group that is not run here.
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
