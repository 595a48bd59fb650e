import { type AspspProfile, OAUTH_SCOPES } from '@xs2a/contracts';
import { OAUTH_ENDPOINTS, TOKEN_KEYS_ADDRESS } from '../tokens/oauth-addresses.ts';

/** Returns the metadata of this service's own authorisation server (RFC 8414, RFC 8705, RFC 9126, RFC 9207). */
export function serverMetadata({ oauth }: Pick<AspspProfile, 'oauth'>, gatewayUrl: string, portalUrl: string): object {
  const services = Object.entries(OAUTH_SCOPES).filter(([, { service }]) => oauth.preStep[service] !== 'off');
  return {
    issuer: gatewayUrl,
    authorization_endpoint: `${portalUrl.replace(/(?<!\/)\/+$/, '')}/oauth/authorize`,
    token_endpoint: gatewayUrl + OAUTH_ENDPOINTS.token,
    pushed_authorization_request_endpoint: gatewayUrl + OAUTH_ENDPOINTS.par,
    revocation_endpoint: gatewayUrl + OAUTH_ENDPOINTS.revoke,
    jwks_uri: gatewayUrl + TOKEN_KEYS_ADDRESS,
    // Resource scopes contain the resource id and cannot be listed.
    scopes_supported: services.map(([name]) => name),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['tls_client_auth'],
    revocation_endpoint_auth_methods_supported: ['tls_client_auth'],
    tls_client_certificate_bound_access_tokens: true,
    authorization_response_iss_parameter_supported: true,
    require_pushed_authorization_requests: oauth.pushedRequestsOnly,
  };
}
