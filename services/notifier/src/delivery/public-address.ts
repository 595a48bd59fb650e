import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Under this the `Resolve` is injected. */
export const RESOLVE = Symbol('RESOLVE');

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Global unicast (RFC 4291 2.4); tunnels and translations within it have ranges of their own. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Why a host is not called. */
export class NotPermitted extends Error {}

/**
 * Asks name servers, never the machine's own files, search lists or threads: a name server that a TPP keeps slow holds up
 * nothing else.
 */
export async function resolveByDns(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Whether anybody on the internet could have this address. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/**
 * The one address under which a host is called: looked up once, and all that was found must be public, so that a name
 * server cannot answer one thing to the check and another to the connection.
 */
export async function publicAddressOf({ hostname }: URL, resolve: Resolve): Promise<string> {
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) throw new NotPermitted('an address is no host name');
  const [first, ...others] = await resolve(hostname);
  if (first === undefined) throw new NotPermitted('the host has no address');
  if (![first, ...others].every(isPublic)) throw new NotPermitted('the host is not public');
  return first;
}

/** The address of a host that the operator permitted by name, as this machine knows it. */
export async function permittedAddressOf({ hostname }: URL): Promise<string> {
  return (await lookup(hostname.replaceAll(/[[\]]/g, ''))).address;
}
