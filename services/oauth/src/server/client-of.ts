import type { AdapterPayload } from 'oidc-provider';
import { TOKEN_ALGORITHM } from './token-keys.ts';

const CLIENT_ID = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns a TPP as a client: its organizationIdentifier is the client_id, its certificate the credential. There is no
 * registration: the gateway validates the certificate, and `mayRedirectTo` checks the redirect URI, of each request.
 */
export function clientOf(id: string): AdapterPayload | undefined {
  if (!CLIENT_ID.test(id)) return undefined;
  return {
    client_id: id,
    // Placeholder that the library requires; `mayRedirectTo` decides.
    redirect_uris: ['https://client.invalid/'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    token_endpoint_auth_method: 'tls_client_auth',
    tls_client_auth_subject_dn: id,
    tls_client_certificate_bound_access_tokens: true,
    id_token_signed_response_alg: TOKEN_ALGORITHM,
  };
}
