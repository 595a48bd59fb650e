import type { AspspProfile, ScaApproach } from '@xs2a/contracts';
import { LINK_ALIASES, type LinkName } from '../links/link-names.ts';
import { type Document, type Json, operationsOf, removeFields, withoutHeaders } from './offered-document.ts';

type Offered = Pick<AspspProfile, 'scaApproaches' | 'methodsBeforeApproach' | 'oauth' | 'debtorAccount'>;
type Needed = (profile: Offered) => boolean;

const byApproach =
  (...approaches: readonly ScaApproach[]): Needed =>
  ({ scaApproaches }) =>
    approaches.some((approach) => scaApproaches.includes(approach));
const isMethodFirst: Needed = ({ methodsBeforeApproach }) => methodsBeforeApproach.length > 0;

/** Headers used in a single SCA approach. */
const HEADERS: Readonly<Record<string, Needed>> = {
  'TPP-Redirect-Preferred': byApproach('REDIRECT'),
  'TPP-Redirect-URI': byApproach('REDIRECT'),
  'TPP-Nok-Redirect-URI': byApproach('REDIRECT'),
  'TPP-Decoupled-Preferred': byApproach('DECOUPLED'),
};

/** Links that only some banks send. Links of `START_LINKS` and `NEXT_LINKS` belong to the approaches listed there. */
export const LINKS_OF_APPROACHES: Readonly<Partial<Record<LinkName, Needed>>> = {
  scaRedirect: (profile) => byApproach('REDIRECT')(profile) && !profile.oauth.integrated,
  scaOAuth: (profile) => byApproach('REDIRECT')(profile) && profile.oauth.integrated,
  startAuthorisationWithPsuIdentification: byApproach('DECOUPLED'),
  startAuthorisationWithPsuAuthentication: byApproach('EMBEDDED'),
  startAuthorisationWithEncryptedPsuAuthentication: byApproach('EMBEDDED'),
  startAuthorisationWithAuthenticationMethodSelection: isMethodFirst,
  updatePsuIdentification: byApproach('DECOUPLED', 'EMBEDDED'),
  updatePsuAuthentication: byApproach('EMBEDDED'),
  updateEncryptedPsuAuthentication: byApproach('EMBEDDED'),
  updateResourceByDebtorAccountResource: (profile) =>
    byApproach('DECOUPLED', 'EMBEDDED')(profile) && Object.values(profile.debtorAccount).includes('optional'),
  selectAuthenticationMethod: (profile) => byApproach('DECOUPLED', 'EMBEDDED')(profile) || isMethodFirst(profile),
  authoriseTransaction: byApproach('EMBEDDED'),
};

/** Keeps the headers, links and values of the SCA approaches that this bank offers. */
export function offeredApproaches(document: Document, profile: AspspProfile): void {
  const { headers, schemas } = document.components;
  Object.assign((headers['ASPSP-SCA-Approach'] as { schema: Json }).schema, { enum: profile.scaApproaches });
  const unread = Object.entries(HEADERS).filter(([, isNeeded]) => !isNeeded(profile));
  withoutHeaders(
    document,
    unread.map(([name]) => name),
  );
  const unsent = Object.entries(LINKS_OF_APPROACHES).flatMap(([name, isNeeded]) =>
    isNeeded(profile) ? [] : [name, LINK_ALIASES[name as LinkName] ?? name],
  );
  const names = new Set(unsent);
  removeFields(document, (_, name) => names.has(name));
  for (const { responses } of operationsOf(document)) {
    for (const { links = {} } of Object.values(responses) as { links?: Json }[])
      for (const name of names) delete links[name];
  }
  if (isMethodFirst(profile)) return;
  for (const name of ['CreatedBasket', 'CancelledPayment']) {
    delete (schemas[name] as { properties?: Json } | undefined)?.properties?.['scaMethods'];
  }
}
