import { type AspspProfile, ENDPOINTS, type Endpoint, offersOAuth } from '@xs2a/contracts';
import { isTokenNeeded } from '../checks/caller/access-token.ts';
import { serviceOf } from '../checks/caller/token-scope.ts';
import { type Document, type Json, operationsOf } from './offered-document.ts';

const ACCESS_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    'The access token of the authorisation server, bound to the certificate (RFC 8705): of one resource, or of a PSU who signed in before.',
} as const;

/** Adds access tokens beside certificates, if the bank offers them. */
export function offeredSecurity(document: Document, profile: AspspProfile): void {
  if (!offersOAuth(profile)) return;
  const components = document.components as unknown as { securitySchemes: Json };
  components.securitySchemes = { ...components.securitySchemes, accessToken: ACCESS_TOKEN };
  for (const operation of operationsOf(document)) {
    const ways = (operation['security'] ?? []) as Json[];
    const need = tokenNeed(operation.operationId.split('_')[0] ?? '', profile);
    if (need === 'none') continue;
    operation['security'] = ways.flatMap((way) => {
      const withToken = { ...way, accessToken: [] };
      return need === 'needed' ? [withToken] : [way, withToken];
    });
  }
}

/** Returns whether a request may or must carry an access token: that of a resource, or that of the PSU if its service has a pre-step. */
function tokenNeed(key: string, profile: AspspProfile): 'none' | 'optional' | 'needed' {
  const row: Endpoint | undefined = Object.hasOwn(ENDPOINTS, key)
    ? ENDPOINTS[key as keyof typeof ENDPOINTS]
    : undefined;
  if (row === undefined) return 'none';
  if (isTokenNeeded(row, profile)) return 'needed';
  // A resource has no token until after its creation.
  const isOfResource = profile.oauth.integrated && row.creates !== true;
  return isOfResource || profile.oauth.preStep[serviceOf(row)] !== 'off' ? 'optional' : 'none';
}
