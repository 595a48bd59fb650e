import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves a host name to its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Global unicast (RFC 4291, section 2.4). Separate ranges exclude tunnels and translations within it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The host is not permitted; the message has the reason. */
export class NotPermitted extends Error {}

/**
 * Queries the name servers instead of the operating system, whose lookups read local files and share a few threads. So a TPP's
 * slow name server delays nothing else.
 */
export async function resolveByDns(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Tells whether an address is routed on the public internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/**
 * Returns the address to use for a host. The name is resolved once and all its addresses must be public, so that a name server
 * cannot return one address for the check and another for the connection.
 */
export async function publicAddressOf({ hostname }: URL, resolve: Resolve): Promise<string> {
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) throw new NotPermitted('the host is an IP address');
  const [first, ...others] = await resolve(hostname);
  if (first === undefined) throw new NotPermitted('the host has no address');
  if (![first, ...others].every(isPublic)) throw new NotPermitted('the host is not public');
  return first;
}

/** Returns the address of a host that the operator permitted by name, as the operating system resolves it. */
export async function permittedAddressOf({ hostname }: URL): Promise<string> {
  return (await lookup(hostname.replaceAll(/[[\]]/g, ''))).address;
}
