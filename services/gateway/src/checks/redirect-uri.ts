/** Browsers and proxies cut longer addresses. */
const CHARACTERS_MAX = 2_048;
/** http(s), or the scheme of an app: a domain name in reverse (RFC 8252 7.1), so never javascript or data. */
const SCHEME = /^(https?:\/\/[^/?]|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:)/i;
/** Visible ASCII without what browsers read differently from each other: quotes, brackets, backslash. */
const CHARACTERS = /^[!$-;=?-[\]_a-z~]+$/;

/** An address to which the PSU's browser may be sent back: absolute, without user information and fragment. */
export function isRedirectUri(value: string): boolean {
  if (value.length > CHARACTERS_MAX || !CHARACTERS.test(value) || !SCHEME.test(value) || !URL.canParse(value))
    return false;
  const { username, password } = new URL(value);
  return username === '' && password === '' && !/^[^/?]*\/\/[^/?]*@/.test(value);
}
