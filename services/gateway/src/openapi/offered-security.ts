import { type AspspProfile, ENDPOINTS, type Endpoint, offersOAuth } from '@xs2a/contracts';
import { isTokenNeeded } from '../checks/caller/access-token.ts';
import { serviceOf } from '../checks/caller/token-scope.ts';
import { type Document, type Json, operationsOf } from './offered-document.ts';

const ACCESS_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    'The access token of the authorisation server, bound to the certificate (RFC 8705): for one resource, or for a PSU authenticated in the pre-step.',
} as const;

/** Adds access tokens beside certificates, if the bank offers them. */
export function addAccessTokenSecurity(document: Document, profile: AspspProfile): void {
  if (!offersOAuth(profile)) return;
  const components = document.components as unknown as { securitySchemes: Json };
  components.securitySchemes = { ...components.securitySchemes, accessToken: ACCESS_TOKEN };
  for (const operation of operationsOf(document)) {
    const requirements = (operation['security'] ?? []) as Json[];
    const need = tokenRequirement(operation.operationId.split('_')[0] ?? '', profile);
    if (need === 'none') continue;
    operation['security'] = requirements.flatMap((requirement) => {
      const withToken = { ...requirement, accessToken: [] };
      return need === 'needed' ? [withToken] : [requirement, withToken];
    });
  }
}

/** Returns whether a request must, may or cannot carry an access token, of its resource or of a pre-step. */
function tokenRequirement(key: string, profile: AspspProfile): 'none' | 'optional' | 'needed' {
  const row: Endpoint | undefined = Object.hasOwn(ENDPOINTS, key)
    ? ENDPOINTS[key as keyof typeof ENDPOINTS]
    : undefined;
  if (row === undefined) return 'none';
  if (isTokenNeeded(row, profile)) return 'needed';
  // A creation cannot carry the token of its resource.
  const isOfResource = profile.oauth.integrated && row.creates !== true;
  return isOfResource || profile.oauth.preStep[serviceOf(row)] !== 'off' ? 'optional' : 'none';
}
