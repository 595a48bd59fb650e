import { type AspspProfile, offersOAuth } from '@xs2a/contracts';
import { type Document, type Json, operationsOf, removeFields } from './offered-document.ts';

const ACCESS_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    'The access token of the authorisation server, bound to the certificate (RFC 8705): of one resource, or of a PSU who signed in before.',
} as const;

/** Where the PSU approves by OAuth, its link stands in place of that of a redirect; tokens are offered besides certificates. */
export function offeredSecurity(document: Document, profile: AspspProfile): void {
  const absent = profile.oauth.integrated ? 'scaRedirect' : 'scaOAuth';
  removeFields(document, (_, name) => name === absent);
  if (!offersOAuth(profile)) return;
  const components = document.components as unknown as { securitySchemes: Json };
  components.securitySchemes = { ...components.securitySchemes, accessToken: ACCESS_TOKEN };
  for (const operation of operationsOf(document)) {
    const ways = (operation['security'] ?? []) as Json[];
    operation['security'] = ways.flatMap((way) => [way, { ...way, accessToken: [] }]);
  }
}
