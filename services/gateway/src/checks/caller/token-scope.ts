import { type AspspProfile, type Endpoint, OAUTH_SCOPES, type OAuthScope } from '@xs2a/contracts';
import { type Call, headerOf } from '../../request/call.ts';

type Service = (typeof OAUTH_SCOPES)[keyof typeof OAUTH_SCOPES]['service'];

/** Whether an endpoint takes its consent from Consent-ID, or from the token of the consent. */
export function isUnderConsent({ family, readsAccounts }: Endpoint): boolean {
  return readsAccounts === true || family === 'PIIS';
}

/**
 * Returns the reason why a scope does not permit a request, or undefined if it does. The scope of a resource permits its own
 * addresses only, a pre-step scope those of its service. The text contains only values from the token and the request.
 */
export function scopeFault(
  call: Call,
  row: Endpoint,
  { name, resourceId }: OAuthScope,
  { oauth }: AspspProfile,
): string | undefined {
  const { service } = OAUTH_SCOPES[name];
  const scope = resourceId === undefined ? name : `${name}:${resourceId}`;
  if (service !== serviceOf(row) || !isOfName(row, name, resourceId)) {
    return `its scope ${scope} is not for this service`;
  }
  if (resourceId === undefined) {
    if (row.readsAccounts === true && oauth.readsNeedToken) {
      return `its scope is ${scope}: this bank needs the token of the consent here, of scope ${name}:<consentId>`;
    }
    return oauth.preStep[service] === 'off'
      ? `its scope is ${scope}: this bank takes no token that names the PSU alone here`
      : undefined;
  }
  if (row.creates === true) return `its scope is ${scope}: it is for that resource, not for a new one`;
  return addressedId(call, row, resourceId) === resourceId
    ? undefined
    : `its scope is ${scope}, which is another resource than that of the request`;
}

/** Whether the scope name fits the endpoint. Baskets belong to the payments service, so a payment pre-step covers them too. */
function isOfName({ family }: Endpoint, name: OAuthScope['name'], resourceId: string | undefined): boolean {
  if (name === 'SBS') return family === 'SBS';
  return name !== 'PIS' || family === 'PIS' || (family === 'SBS' && resourceId === undefined);
}

/** Returns the id of the addressed resource. A request without Consent-ID addresses the token's consent. */
function addressedId(call: Call, row: Endpoint, ofToken: string): string | undefined {
  if (isUnderConsent(row)) return headerOf(call, 'consent-id') ?? ofToken;
  const { consentId, paymentId, basketId } = call.params as Partial<Record<string, string>>;
  return consentId ?? paymentId ?? basketId;
}

/** Returns the service of the profile that a request belongs to. */
export function serviceOf({ family, roles }: Endpoint): Service {
  if (family === 'PIIS' || !roles.some((role) => role !== 'PIISP')) return 'funds';
  return family === 'AIS' ? 'accounts' : 'payments';
}
