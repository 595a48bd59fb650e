/** Browsers and proxies cut longer addresses. */
const CHARACTERS_MAX = 2_048;
/** http(s), or the scheme of an app: a domain name in reverse (RFC 8252 7.1), so never javascript or data. */
const SCHEME = /^(https?:\/\/[^/?]|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:)/i;
/** Each percent sign begins a byte (RFC 3986 2.1); readers repair what is none in different ways. */
const BROKEN_ENCODING = /%(?![0-9a-f]{2})/i;
/** A host is a name of labels, or an address in brackets: never a point alone, nor two in a row. */
const HOST = /^(\[[0-9a-f:.]+\]|[^.]+(\.[^.]+)*\.?)$/i;
/** Visible ASCII without what browsers read differently from each other: quotes, brackets, backslash. */
const CHARACTERS = /^[!$-;=?-[\]_a-z~]+$/;

/** An address to which the PSU's browser may be sent back: absolute, without user information and fragment. */
export function isRedirectUri(value: string): boolean {
  if (value.length > CHARACTERS_MAX || !CHARACTERS.test(value) || !SCHEME.test(value) || !URL.canParse(value))
    return false;
  const { username, password, hostname } = new URL(value);
  if (BROKEN_ENCODING.test(value) || (/^http/i.test(value) && !HOST.test(hostname))) return false;
  return username === '' && password === '' && !/^[^/?]*\/\/[^/?]*@/.test(value);
}
