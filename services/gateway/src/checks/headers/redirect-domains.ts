import { namesHost, type TppCertificate } from '@xs2a/certificates';
import {
  type AspspProfile,
  ENDPOINTS,
  type EndpointKey,
  HEADER_RULES,
  headerGroupOf,
  Xs2aError,
} from '@xs2a/contracts';
import { isOfferedKind, redirectHostOf, redirectUriKindOf } from '@xs2a/service-kit';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf, warn } from '../../request/call.ts';

/** Results kept for each certificate; TPPs use one or two hosts. */
const HOSTS_MAX = 20;
const FOREIGN_DOMAIN_TEXT = 'its host is in no domain that the client certificate names';
const SHORT_SCHEME_TEXT =
  'the scheme of an app must be a domain in reverse, such as example.tpp.app:/ok (RFC 8252, 7.1); one word is accepted in the sandbox alone';

const DOMAIN_HEADERS = new Map(
  (Object.keys(ENDPOINTS) as EndpointKey[]).map((key) => {
    const group = headerGroupOf(key);
    const rules = HEADER_RULES.filter(({ inOwnDomain, at }) => inOwnDomain && at[group] !== undefined);
    return [key, rules.map(({ name }) => name)];
  }),
);

const ACTIONS = {
  ignore: () => 'ignore',
  warn: () => 'warn',
  refuse: () => 'refuse',
  refuseInProduction: (isSandbox) => (isSandbox ? 'warn' : 'refuse'),
} as const satisfies Record<AspspProfile['redirectDomains'], (isSandbox: boolean) => string>;

/** Cached because reading the names of a certificate takes as long as parsing it. */
const HOST_RESULTS = new WeakMap<TppCertificate, Map<string, boolean>>();

/**
 * Checks that redirect addresses are in a domain of the TPP's web certificate (decision 37). The profile decides between a
 * warning and a refusal. An app scheme of a single word is allowed in the sandbox only. The plain listener of the sandbox has no
 * certificate to compare with.
 */
export function checkRedirectDomains(
  call: Call,
  { profile, isSandbox }: Pick<GatewayContext, 'profile' | 'isSandbox'>,
): void {
  const { certificate } = call;
  const choice = ACTIONS[profile.redirectDomains](isSandbox);
  for (const name of DOMAIN_HEADERS.get(call.endpoint) ?? []) {
    const uri = headerOf(call, name.toLowerCase());
    if (uri === undefined) continue;
    const kind = redirectUriKindOf(uri);
    if (!isOfferedKind(kind, { isSandbox, profile })) {
      throw new Xs2aError('headerInvalid', {
        path: name,
        text: kind === 'shortApp' ? SHORT_SCHEME_TEXT : `it must be one of: ${profile.redirectUris.join(', ')}`,
      });
    }
    if (kind === 'shortApp') {
      if (choice === 'refuse') throw new Xs2aError('headerInvalid', { path: name, text: SHORT_SCHEME_TEXT });
      warn(call, name, SHORT_SCHEME_TEXT);
      continue;
    }
    // No certificate can name the local machine. isOfferedKind() has checked whether it is permitted.
    const isThisMachine = kind === 'loopback' || (kind === 'http' && new URL(uri).hostname === 'localhost');
    if (choice === 'ignore' || certificate === undefined || isThisMachine) continue;
    if (isInDomainOf(certificate, uri)) continue;
    if (choice === 'refuse') throw new Xs2aError('headerInvalid', { path: name, text: FOREIGN_DOMAIN_TEXT });
    warn(call, name, FOREIGN_DOMAIN_TEXT);
  }
}

/** Whether a certificate names the host of an address. */
export function isInDomainOf(certificate: TppCertificate, uri: string): boolean {
  const host = redirectHostOf(uri);
  const known = HOST_RESULTS.get(certificate) ?? new Map<string, boolean>();
  HOST_RESULTS.set(certificate, known);
  const before = known.get(host);
  if (before !== undefined) return before;
  const isOwn = namesHost(certificate.x509, host);
  if (known.size >= HOSTS_MAX) known.clear();
  known.set(host, isOwn);
  return isOwn;
}
