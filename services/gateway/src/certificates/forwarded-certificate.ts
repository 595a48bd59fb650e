import { X509Certificate } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { Xs2aError } from '@xs2a/contracts';
import type { Presented } from './certificate-judge.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const CERTIFICATES_MAX = 6;

/** Addresses and subnets, with commas between. Throws naming the variable where one is neither. */
export function readProxies(list: string): BlockList {
  const proxies = new BlockList();
  for (const entry of list.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [address = '', bits] = entry.split('/');
    const version = isIP(address);
    const family = version === 6 ? 'ipv6' : 'ipv4';
    const prefix = Number(bits ?? (version === 6 ? 128 : 32));
    if (version === 0 || !/^\d+$/.test(bits ?? '0') || prefix > (version === 6 ? 128 : 32)) {
      throw new Error('TRUSTED_PROXIES must be addresses or subnets, with commas between');
    }
    proxies.addSubnet(address, prefix, family);
  }
  return proxies;
}

/** Whether a connection comes from one of the proxies. */
export function isFromProxy(remoteAddress: string | undefined, proxies: BlockList): boolean {
  if (remoteAddress === undefined) return false;
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The certificate that a proxy saw, from the one element of its `x-forwarded-client-cert`: `Cert`, and `Chain` where it
 * was sent along, as percent-encoded PEM (Envoy, `SANITIZE_SET`). Undefined where the caller showed none.
 */
export function readForwarded(header: string): Presented | undefined {
  const fields = readFields(header);
  const [certificate, ...others] = readPem(fields.get('cert'));
  if (certificate === undefined || others.length > 0) {
    if (fields.has('cert')) throw notReadable();
    return undefined;
  }
  return { der: certificate.raw, issuers: readPem(fields.get('chain')) };
}

/** `Key=value;Key="quoted value"`; a comma outside quotes would begin the word of another proxy, which counts for nothing. */
function readFields(header: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const field = /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))(;|$)/y;
  while (field.lastIndex < header.length) {
    const [, key = '', quoted, plain = ''] = field.exec(header) ?? [];
    if (key === '') throw notReadable();
    const name = key.toLowerCase();
    // By, URI and DNS may stand there several times; what counts here may not.
    if ((name === 'cert' || name === 'chain') && fields.has(name)) throw notReadable();
    fields.set(name, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
  }
  return fields;
}

function readPem(encoded: string | undefined): X509Certificate[] {
  if (encoded === undefined) return [];
  try {
    const found = decodeURIComponent(encoded).match(PEM) ?? [];
    return found.slice(0, CERTIFICATES_MAX).map((pem) => new X509Certificate(pem));
  } catch {
    throw notReadable();
  }
}

function notReadable(): Xs2aError {
  return new Xs2aError('certificateInvalid', { path: 'x-forwarded-client-cert' });
}
