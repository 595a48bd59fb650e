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
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';

/** Headers with a check of their own, because their place in the order of checks differs. */
const CHECKED_ELSEWHERE: readonly HeaderRule['missing'][] = ['requestIdInvalid', 'consentIdMissing'];

const RULES_AT = new Map(
  (Object.keys(ENDPOINTS) as EndpointKey[]).map((key) => {
    const group = headerGroupOf(key);
    const rules = HEADER_RULES.filter(
      (rule) => !CHECKED_ELSEWHERE.includes(rule.missing) && (rule.only?.at === group || mayBeMandatory(rule, group)),
    );
    return [key, { group, rules }];
  }),
);

function mayBeMandatory({ at, neededWith, neededBy }: HeaderRule, group: HeaderGroup): boolean {
  return at[group] === 'M' || (at[group] === 'C' && (neededWith !== undefined || neededBy !== undefined));
}

/** Checks the headers that are mandatory at the endpoint, and those with a single allowed value there (decision 13). */
export function mandatoryHeaders(call: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  const { group, rules } = RULES_AT.get(call.endpoint) ?? { group: 'read', rules: [] };
  for (const rule of rules) {
    const { name, only } = rule;
    const sent = headerOf(call, name.toLowerCase());
    if (sent === undefined && isMandatory(rule, group, call, profile)) {
      throw new Xs2aError(rule.missing ?? 'headerInvalid', { path: name, text: `${name} is needed` });
    }
    if (sent !== undefined && only?.at === group && sent !== only.value) {
      throw new Xs2aError('headerInvalid', { path: name, text: `must be ${only.value} here` });
    }
  }
}

function isMandatory(rule: HeaderRule, group: HeaderGroup, call: Call, profile: AspspProfile): boolean {
  const { at, neededWith, neededBy } = rule;
  if (at[group] === 'M') return true;
  if (at[group] !== 'C') return false;
  if (neededWith !== undefined) return headerOf(call, neededWith.name.toLowerCase()) === neededWith.value;
  return neededBy !== undefined && neededBy.at.includes(group) && profile[neededBy.choice];
}
