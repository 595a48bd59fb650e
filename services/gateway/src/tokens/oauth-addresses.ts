/** Metadata of the authorisation server (RFC 8414). */
export const METADATA_ADDRESS = '/.well-known/oauth-authorization-server';
/** Public keys of access tokens (RFC 7517). */
export const TOKEN_KEYS_ADDRESS = '/oauth/jwks';
/** Endpoints that a TPP calls with its certificate (RFC 6749, RFC 9126, RFC 7009). */
export const OAUTH_ENDPOINTS = { token: '/oauth/token', par: '/oauth/par', revoke: '/oauth/revoke' } as const;
