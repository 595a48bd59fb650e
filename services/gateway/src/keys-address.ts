/** Where the bank's public keys for passwords are published. */
export const KEYS_ADDRESS = '/.well-known/jwks.json';
