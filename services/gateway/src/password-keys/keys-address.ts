/** Address of the bank's public keys for encrypted passwords (JWK Set, RFC 7517). */
export const KEYS_ADDRESS = '/.well-known/jwks.json';
