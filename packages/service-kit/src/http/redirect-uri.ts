import { BlockList, isIP, isIPv4 } from 'node:net';
import { domainToUnicode } from 'node:url';
import { type AspspProfile, appSchemeOf, type RedirectUriKind } from '@xs2a/contracts';

/** Browsers and proxies truncate longer addresses. */
const CHARACTERS_MAX = 2_048;
const WEB = /^https?:\/\/[^/?]/i;
/** A scheme, and the slash after it in the URI of an app (RFC 8252, 7.1). */
const SCHEME = /^([a-z][a-z0-9+.-]*):(\/?)/i;
/** A percent sign without two hexadecimal digits (RFC 3986, 2.1), which software repairs in different ways, or a control character. */
const BROKEN_ENCODING = /%(?![0-9a-f]{2}|$)|%$|%[01][0-9a-f]|%7f/i;
/** A name of labels, or an address in brackets. No label is empty, not even the last one. */
const HOST = /^(\[[0-9a-f:.]+\]|[^.]+(\.[^.]+)*)$/i;
/** A host with percent-encoding, which is decoded to a different host. */
const ENCODED_HOST = /^https?:\/\/[^/?]*%/i;
/** Visible ASCII without the characters that browsers read in different ways: quotes, brackets, backslash. */
const CHARACTERS = /^[!$-;=?-[\]_a-z~]+$/;
/** Scripts with look-alike letters. */
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const LOOPBACK = new Set(['127.0.0.1', '[::1]']);
/**
 * Addresses that no server of a TPP can have: unspecified, link-local (including cloud metadata), site-local, multicast,
 * broadcast; and IPv6 addresses that contain an IPv4 address (RFC 4291, 2.5.5.1; RFC 6052; RFC 3056), which must be written as
 * IPv4.
 */
const UNUSABLE_ADDRESSES = blockListOf([
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]);

function blockListOf(subnets: readonly Parameters<BlockList['addSubnet']>[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) list.addSubnet(...subnet);
  return list;
}

/** Whether a value is valid as a redirect URI: absolute, without user information and fragment. */
export function isRedirectUri(value: string): boolean {
  return redirectUriFault(value) === undefined;
}

const EXAMPLES = 'such as https://tpp.example/ok or com.example.app:/ok';

/** Describes the fault of a redirect URI, as the end of a sentence; undefined for a valid URI. */
export function redirectUriFault(value: string): string | undefined {
  if (value.length > CHARACTERS_MAX) return `must have at most ${CHARACTERS_MAX} characters`;
  if (!SCHEME.test(value)) return `must be an absolute address, ${EXAMPLES}`;
  if (!hasUsableScheme(value)) return `must begin with https:// or the scheme of an app, ${EXAMPLES}`;
  if (value.includes('#')) return 'must have no fragment: leave out # and what follows it';
  if (!CHARACTERS.test(value) || BROKEN_ENCODING.test(value))
    return 'must have no blanks, quotes, brackets and backslashes; other signs are percent-encoded in UTF-8';
  if (!URL.canParse(value)) return `must be an address that can be opened, ${EXAMPLES}`;
  const { username, password, hostname, port } = new URL(value);
  if (username !== '' || password !== '' || /^[^/?]*\/\/[^/?]*@/.test(value))
    return 'must have no user name and password before its host';
  const isUsable = !/^http/i.test(value) || (port !== '0' && isPlainHost(hostname, value));
  return isUsable
    ? undefined
    : 'must have a host in its plain form that can be reached, such as tpp.example, and no port 0';
}

/** Scheme http(s) or the scheme of an app; never javascript or data. */
function hasUsableScheme(value: string): boolean {
  if (WEB.test(value)) return true;
  const [, scheme = '', slash] = SCHEME.exec(value) ?? [];
  return appSchemeOf(scheme) !== undefined && slash === '/';
}

/** Whether a host has only one reading: no other form of an IP address, no name with mixed scripts. */
function isPlainHost(hostname: string, value: string): boolean {
  if (!HOST.test(hostname) || ENCODED_HOST.test(value)) return false;
  // 0x7f.1 and 2130706433 are other forms of 127.0.0.1.
  if (isIPv4(hostname) && !value.includes(`//${hostname}`)) return false;
  const address = hostname.replaceAll(/[[\]]/g, '');
  const isLoopback = LOOPBACK.has(hostname);
  if (!isLoopback && isIP(address) !== 0 && UNUSABLE_ADDRESSES.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'))
    return false;
  return domainToUnicode(hostname)
    .split('.')
    .every((label) => !/^-|-$/.test(label) && SCRIPTS.filter((script) => script.test(label)).length <= 1);
}

/** Returns the kind of a valid redirect URI; `http` and `shortApp` are for a sandbox only. */
export function redirectUriKindOf(uri: string): RedirectUriKind | 'http' | 'shortApp' {
  const { protocol, hostname, port } = new URL(uri);
  if (protocol === 'https:') return 'https';
  if (protocol !== 'http:') return appSchemeOf(protocol.slice(0, -1)) === 'oneWord' ? 'shortApp' : 'app';
  return LOOPBACK.has(hostname) && port !== '' ? 'loopback' : 'http';
}

/** Whether the profile accepts redirect URIs of this kind. A sandbox also accepts http and app schemes of one word. */
export function isOfferedKind(
  kind: ReturnType<typeof redirectUriKindOf>,
  { isSandbox, profile }: { readonly isSandbox: boolean; readonly profile: Pick<AspspProfile, 'redirectUris'> },
): boolean {
  return isSandbox || (kind !== 'http' && kind !== 'shortApp' && profile.redirectUris.includes(kind));
}

/** Returns the host that a certificate must contain for a redirect URI. The scheme of an app is a reversed domain (RFC 8252, 7.1). */
export function redirectHostOf(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb ? hostname : protocol.slice(0, -1).split('.').toReversed().join('.');
}
