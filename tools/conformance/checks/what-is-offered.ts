import { ENDPOINTS, type Endpoint, type EndpointKey } from '@xs2a/contracts';
import type { PsuName, TppName } from '../facts.ts';
import type { World } from '../world.ts';

export type Missing = (world: World) => string | undefined;

export function lacking(isThere: boolean, why: string): string | undefined {
  return isThere ? undefined : why;
}

/** Why rows of an endpoint are not applicable. */
export function offering(key: EndpointKey): Missing | undefined {
  const { optional }: Endpoint = ENDPOINTS[key];
  return firstOf(offered(optional), reachable(key));
}

function offered(optional: Endpoint['optional']): Missing | undefined {
  if (optional === undefined) return undefined;
  return ({ profile }) => {
    const isThere = optional === 'signingBaskets' ? profile.signingBaskets.membersMax > 0 : profile[optional];
    return lacking(isThere, `${optional} is not offered`);
  };
}

function reachable(key: EndpointKey): Missing | undefined {
  if (key === 'downloadTransactions')
    return ({ doors }) => lacking(doors.longReports, 'no report is long enough to be a download');
  const approach: Missing = ({ profile }) =>
    lacking(profile.scaApproaches.includes('EMBEDDED'), 'the embedded approach is not offered');
  return /update|start/i.test(key) ? approach : undefined;
}

/** The first reason of several. */
export function firstOf(...reasons: readonly (Missing | undefined)[]): Missing {
  return (world) => {
    for (const reason of reasons) {
      const why = reason?.(world);
      if (why !== undefined) return why;
    }
    return undefined;
  };
}

export const needsTpp =
  (name: TppName): Missing =>
  ({ facts }) =>
    lacking(facts.tpps[name] !== undefined && facts.tppHeader !== undefined, `the facts name no TPP ${name}`);

export const needsPsu =
  (...names: PsuName[]): Missing =>
  ({ facts }) =>
    names
      .map((name) => lacking(Object.hasOwn(facts.psus, name), `the facts name no PSU ${name}`))
      .find((why) => why !== undefined);

export const needsPortal: Missing = ({ doors }) => lacking(doors.portal !== undefined, '--portal is not given');

export const needsApproach =
  (...approaches: readonly ('REDIRECT' | 'EMBEDDED' | 'DECOUPLED')[]): Missing =>
  ({ profile }) =>
    lacking(
      approaches.every((approach) => profile.scaApproaches.includes(approach)),
      `${approaches.join(' and ')} not offered`,
    );

export const needsCertificates: Missing = ({ doors }) =>
  lacking(doors.certificates !== undefined, '--certificates is not given');

export const needsTls: Missing = ({ doors }) => lacking(doors.tlsUrl !== undefined, '--tls-url is not given');
