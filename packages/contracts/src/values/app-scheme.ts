/**
 * Schemes of browsers and systems. A URI with one of them, or with a longer scheme that begins with one like a domain, runs a
 * script, opens a file or starts something other than the app of a TPP.
 */
const RESERVED_SCHEMES =
  /^(https?|javascript|livescript|mocha|vbscript|data|blob|about|file|filesystem|ftps?|sftp|ssh|telnet|ldaps?|smb|nfs|wss?|view-source|mailto|sms|tel|urn|jar|mhtml|intent|content|resource|search|(ms|chrome|moz|android|x|web)(-.*)?)$/i;
/** A top-level domain consists of letters, or is `xn--…`; a label neither begins nor ends with a hyphen (RFC 1035, 2.3.1). */
const REVERSED_DOMAIN = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
const ONE_WORD = /^[a-z][a-z0-9+-]*$/i;

/**
 * Kind of an app's scheme: a reversed domain, as required (RFC 8252, 7.1), or a single word, which another app may also use and
 * which is for a sandbox only (decision 37). Undefined if it cannot belong to an app.
 */
export function appSchemeOf(scheme: string): 'reversedDomain' | 'oneWord' | undefined {
  const [first = ''] = scheme.split('.');
  if (RESERVED_SCHEMES.test(first)) return undefined;
  if (REVERSED_DOMAIN.test(scheme)) return 'reversedDomain';
  return ONE_WORD.test(scheme) ? 'oneWord' : undefined;
}
