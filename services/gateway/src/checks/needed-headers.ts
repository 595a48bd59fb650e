import {
  type AspspProfile,
  ENDPOINTS,
  type EndpointKey,
  HEADER_RULES,
  type HeaderGroup,
  type HeaderRule,
  headerGroupOf,
  Xs2aError,
} from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';
import type { House } from '../request-checks.ts';

/** What must be said about the request itself is judged first, what permits it last (decision 11). */
const JUDGED_ELSEWHERE: readonly HeaderRule['missing'][] = ['requestIdInvalid', 'consentIdMissing'];

const RULES_AT = new Map(
  (Object.keys(ENDPOINTS) as EndpointKey[]).map((key) => {
    const group = headerGroupOf(key);
    const rules = HEADER_RULES.filter(
      (rule) => !JUDGED_ELSEWHERE.includes(rule.missing) && (rule.only?.at === group || mayBeNeeded(rule, group)),
    );
    return [key, { group, rules }];
  }),
);

function mayBeNeeded({ at, neededWith, neededBy }: HeaderRule, group: HeaderGroup): boolean {
  return at[group] === 'M' || (at[group] === 'C' && (neededWith !== undefined || neededBy !== undefined));
}

/** Headers that the matrix demands at the endpoint, and those that may have but one value there (decision 13). */
export function neededHeaders(call: Call, { profile }: House): void {
  const { group, rules } = RULES_AT.get(call.endpoint) ?? { group: 'read', rules: [] };
  for (const rule of rules) {
    const { name, only } = rule;
    const sent = headerOf(call, name.toLowerCase());
    if (sent === undefined && isNeeded(rule, group, call, profile)) {
      throw new Xs2aError(rule.missing ?? 'headerInvalid', { path: name, text: `${name} is needed` });
    }
    if (sent !== undefined && only?.at === group && sent !== only.value) {
      throw new Xs2aError('headerInvalid', { path: name, text: `must be ${only.value} here` });
    }
  }
}

function isNeeded(rule: HeaderRule, group: HeaderGroup, call: Call, profile: AspspProfile): boolean {
  const { at, neededWith, neededBy } = rule;
  if (at[group] === 'M') return true;
  if (at[group] !== 'C') return false;
  if (neededWith !== undefined) return headerOf(call, neededWith.name.toLowerCase()) === neededWith.value;
  return neededBy !== undefined && neededBy.at.includes(group) && profile[neededBy.choice];
}
