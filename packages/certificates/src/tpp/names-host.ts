import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { X509Certificate as ParsedCertificate, SubjectAlternativeNameExtension } from '@peculiar/x509';

/**
 * Whether a certificate covers a host (decision 26): its CN or a DNS name is the host, a domain above it, or a wildcard for it. A
 * top-level domain alone, an IP address and a host with a trailing dot never match.
 */
export function namesHost({ raw }: Pick<X509Certificate, 'raw'>, host: string): boolean {
  const asked = domainToASCII(host);
  if (asked === '' || asked.endsWith('.')) return false;
  const parsed = new ParsedCertificate(raw);
  const alternatives = parsed.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  const dnsNames = alternatives.filter(({ type }) => type === 'dns').map(({ value }) => value);
  return [...parsed.subjectName.getField('CN'), ...dnsNames].some((name) => covers(name, asked));
}

/**
 * Converts a CN or DNS name to a host in ASCII, with the `*.` of a wildcard; undefined if it is not a host. CN may be any text,
 * such as "Sandbox TPP": only text with a dot inside is a domain.
 */
export function hostIn(name: string): string | undefined {
  const isWildcard = name.startsWith('*.');
  const domain = domainToASCII(isWildcard ? name.slice(2) : name);
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(domain) || /^[\d.]+$/.test(domain)) return undefined;
  return isWildcard ? `*.${domain}` : domain;
}

function covers(name: string, host: string): boolean {
  const named = hostIn(name);
  if (named === undefined) return false;
  const isWildcard = named.startsWith('*.');
  return host.endsWith(isWildcard ? named.slice(1) : `.${named}`) || (!isWildcard && host === named);
}
