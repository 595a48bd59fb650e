import {
  type AspspProfile,
  ENDPOINTS,
  type EndpointKey,
  type Fault,
  HEADER_RULES,
  type HeaderGroup,
  type HeaderRule,
  headerGroupOf,
  refuseFaults,
} from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { HEADER_FORMATS } from './header-formats.ts';
import { headerRequirement } from './header-requirement.ts';
import { misspeltHeaderHint } from './misspelt-header.ts';

/** Headers with their own check, because it comes at another place in the order of checks. */
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

function mayBeMandatory({ at, neededWith, neededBeside, neededBy }: HeaderRule, group: HeaderGroup): boolean {
  const isConditional = [neededWith, neededBeside, neededBy].some((condition) => condition !== undefined);
  return at[group] === 'M' || (at[group] === 'C' && isConditional);
}

/** Checks the headers that are mandatory at the endpoint, or have a single allowed value there (decision 13). */
export function mandatoryHeaders(call: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  const { group, rules } = RULES_AT.get(call.endpoint) ?? { group: 'read', rules: [] };
  const faults: Fault[] = [];
  for (const rule of rules) {
    const { name: path, only, missing: situation = 'headerInvalid' } = rule;
    const sent = headerOf(call, path.toLowerCase());
    if (sent === undefined && isMandatory(rule, group, call, profile)) {
      faults.push({ situation, path, text: `${neededText(rule)}${misspeltHeaderHint(call, path)}` });
    }
    if (sent !== undefined && only?.at === group && sent !== only.value) {
      faults.push({ situation: 'headerInvalid', path, text: `must be ${only.value} here` });
    }
  }
  refuseFaults(faults);
}

function neededText({ name, neededWith, neededBeside }: HeaderRule): string {
  const beside = neededBeside === undefined ? '' : ` with ${neededBeside.name}`;
  const why = neededWith === undefined ? beside : ` where ${neededWith.name} is ${neededWith.value}`;
  return `is needed${why}: it ${HEADER_FORMATS.get(name.toLowerCase())?.words}`;
}

function isMandatory(rule: HeaderRule, group: HeaderGroup, call: Call, profile: AspspProfile): boolean {
  const { at, neededWith, neededBeside } = rule;
  if (at[group] === 'M') return true;
  if (at[group] !== 'C') return false;
  if (neededWith !== undefined) return headerOf(call, neededWith.name.toLowerCase()) === neededWith.value;
  if (neededBeside !== undefined) {
    return profile[neededBeside.choice] && headerOf(call, neededBeside.name.toLowerCase()) !== undefined;
  }
  const demand = headerRequirement(rule, call.endpoint, profile);
  // The access-token check decides whether the token names the PSU.
  return demand === 'always' || (demand === 'withoutToken' && headerOf(call, 'authorization') === undefined);
}
