/** Browsers and proxies truncate longer addresses. */
const CHARACTERS_MAX = 2_048;
/** http(s), or the scheme of an app: a reversed domain name (RFC 8252 7.1), so never javascript or data. */
const SCHEME = /^(https?:\/\/[^/?]|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:)/i;
/** A percent sign without two hexadecimal digits (RFC 3986 2.1). Programs repair it in different ways. */
const BROKEN_ENCODING = /%(?![0-9a-f]{2})/i;
/** A name of labels, or an address in brackets. A single dot or two in a row are not a host. */
const HOST = /^(\[[0-9a-f:.]+\]|[^.]+(\.[^.]+)*\.?)$/i;
/** Visible ASCII without the characters that browsers read in different ways: quotes, brackets, backslash. */
const CHARACTERS = /^[!$-;=?-[\]_a-z~]+$/;

/** Whether the PSU's browser may be redirected to this address: absolute, without user information and fragment. */
export function isRedirectUri(value: string): boolean {
  if (value.length > CHARACTERS_MAX || !CHARACTERS.test(value) || !SCHEME.test(value) || !URL.canParse(value))
    return false;
  const { username, password, hostname } = new URL(value);
  if (BROKEN_ENCODING.test(value) || (/^http/i.test(value) && !HOST.test(hostname))) return false;
  return username === '' && password === '' && !/^[^/?]*\/\/[^/?]*@/.test(value);
}
