/** ES256, EdDSA and RS256 by their COSE numbers. Every authenticator supports one of them. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257];
