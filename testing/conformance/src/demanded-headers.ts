import { type AspspProfile, ENDPOINTS, type Endpoint, HEADER_RULES } from '@xs2a/contracts';
import type { CompleteHeaders } from './black-box.ts';
import { endpointAt } from './endpoint-at.ts';
import type { Facts, Psu } from './facts.ts';

/**
 * Adds the headers that this bank requires: for a PSU-ID its type, at a creation the PSU (decision 13), and for `Consent-ID` the
 * token from the PSU's approval. `tokens` has the `Authorization` of each consent.
 */
export function demandedHeaders(
  profile: AspspProfile,
  facts: Facts,
  tokens: ReadonlyMap<string, string>,
): CompleteHeaders {
  const needed = HEADER_RULES.flatMap(({ name, neededBeside }) =>
    neededBeside !== undefined && profile[neededBeside.choice] ? [{ name, beside: neededBeside.name }] : [],
  );
  return (headers, { method, path, body }) => {
    const key = endpointAt(method, path);
    const row: Partial<Endpoint> = key === undefined ? {} : ENDPOINTS[key];
    if (profile.psuIdRequired && !headers.get('PSU-ID') && row.creates === true)
      headers.set('PSU-ID', ownerOfNamedAccount(facts, body));
    for (const { name, beside } of needed) {
      if (headers.get(beside) && !headers.get(name)) headers.set(name, 'of the bank');
    }
    const token = tokens.get(headers.get('Consent-ID') ?? '');
    if (token !== undefined && row.readsAccounts === true && !headers.has('Authorization'))
      headers.set('Authorization', token);
    return headers;
  };
}

/** PSU that owns the accounts of the facts. */
const OWNERS = { poor: 'poor', company: 'firstSigner', exemptedFrom: 'exempted' } as const;

/** Returns the PSU that owns the account in a body, otherwise the first PSU. */
function ownerOfNamedAccount(facts: Facts, body: string): string {
  const accounts: Partial<Record<string, string>> = facts.accounts;
  const psus: Partial<Record<string, Psu>> = facts.psus;
  const named = Object.entries(OWNERS).find(([account]) => body.includes(accounts[account] ?? '\0'));
  return (psus[named?.[1] ?? 'private'] ?? facts.psus.private).psuId;
}
