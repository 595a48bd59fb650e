/**
 * Schemes that belong to browsers and systems. An address with one of them, or with more behind it as if it were a domain, runs a
 * script, opens a file or starts something else than the app of a TPP.
 */
const OF_OTHERS =
  /^(https?|javascript|livescript|mocha|vbscript|data|blob|about|file|filesystem|ftps?|sftp|ssh|telnet|ldaps?|smb|nfs|wss?|view-source|mailto|sms|tel|urn|jar|mhtml|intent|content|resource|search|(ms|chrome|moz|android|x|web)(-.*)?)$/i;
/** A top-level domain has letters alone, or is `xn--…`; a label neither begins nor ends with a hyphen (RFC 1035, 2.3.1). */
const REVERSED_DOMAIN = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
const ONE_WORD = /^[a-z][a-z0-9+-]*$/i;

/**
 * The scheme of an app: a domain in reverse, as it must be (RFC 8252, 7.1), or one word, which any other app may have too and
 * which is for the sandbox alone (decision 37). Undefined where it belongs to no app.
 */
export function appSchemeOf(scheme: string): 'reversedDomain' | 'oneWord' | undefined {
  const [first = ''] = scheme.split('.');
  if (OF_OTHERS.test(first)) return undefined;
  if (REVERSED_DOMAIN.test(scheme)) return 'reversedDomain';
  return ONE_WORD.test(scheme) ? 'oneWord' : undefined;
}
