import { linksOf } from '@xs2a/client';
import { type Check, expectSame } from '../../check.ts';
import { RESOURCES, withoutVariants } from '../../link-rules.ts';
import { RETURN } from '../../redirect-headers.ts';
import { EXPLICIT, pay } from '../../sca-preferences.ts';
import { firstOf, type Missing, needsApproach, psuMayBeUnknown, unlessOffered } from '../offered-features.ts';
import { MAKE, OFFER } from './made-resources.ts';

const START = 'startAuthorisationWithAuthenticationMethodSelection';
const SELECT = 'selectAuthenticationMethod';

const needsMethods: Missing = ({ profile }) =>
  unlessOffered(profile.methodsBeforeApproach.length > 0, 'the approach follows from the wishes of the TPP alone');

/** A TPP that wishes for no approach picks a method, and the approach follows from it (decision 20). */
// The DELETE that requests a cancellation keeps the preferences of its payment.
const PICKED: readonly Check[] = RESOURCES.filter((resource) => resource !== 'cancellation').map((resource) => ({
  id: `links.method before approach.${resource}`,
  group: 'links',
  rule: `a new ${resource} without a wish: ${START} with scaMethods, the approach follows from the method (decision 20)`,
  how: `${resource} made without a wish, each of its scaMethods picked by POST and by PUT`,
  missing: firstOf(OFFER[resource], needsMethods, psuMayBeUnknown),
  run: async (context) => {
    const { client, profile } = context;
    const made = await MAKE[resource](context, { ...RETURN });
    const methods = profile.methodsBeforeApproach;
    const shown = methods.map(({ scaApproach: _, ...method }) => method);
    expectSame('_links', withoutVariants(Object.keys(linksOf(made))), [START, 'self', 'status']);
    const { scaMethods } = made.body as { scaMethods?: unknown };
    expectSame('scaMethods', scaMethods, shown);
    expectSame('ASPSP-SCA-Approach', made.headers.get('aspsp-sca-approach'), null);
    for (const { authenticationMethodId, scaApproach } of methods) {
      const body = { authenticationMethodId };
      const started = await client.followNamed(made, START, { body });
      expectSame('ASPSP-SCA-Approach of the start', started.headers.get('aspsp-sca-approach'), scaApproach);
      const open = await client.followNamed(made, START, { body: {} });
      expectSame('_links of a start without a method', withoutVariants(Object.keys(linksOf(open))), [
        SELECT,
        'scaStatus',
      ]);
      const picked = await client.followNamed(open, SELECT, { body });
      expectSame('ASPSP-SCA-Approach of the update', picked.headers.get('aspsp-sca-approach'), scaApproach);
    }
  },
}));

/** A code can be sent again while it is awaited, if the bank offers that (decision 39). */
const SENT_AGAIN: Check = {
  id: 'links.method sent again',
  group: 'links',
  rule: 'scaMethodSelected keeps selectAuthenticationMethod with scaMethods, and takes a method again (decision 39)',
  how: 'POST {sepa}, embedded; password; a method twice',
  missing: firstOf(needsApproach('EMBEDDED'), ({ profile }) =>
    unlessOffered(profile.methodMayChange, 'a method stays once it is asked'),
  ),
  run: async (context) => {
    const { client } = context;
    const psu = context.psu('private');
    const headers = { 'PSU-ID': psu.psuId };
    const password = { psuData: { password: psu.password } };
    const made = await pay(context, {}, EXPLICIT);
    const started = await client.followNamed(made, 'startAuthorisationWithPsuAuthentication', {
      body: password,
      headers,
    });
    const body = { authenticationMethodId: psu.method ?? '' };
    const asked = await client.followNamed(started, SELECT, { body });
    const again = await client.followNamed(asked, SELECT, { body });
    const links = ['authoriseTransaction', SELECT, 'scaStatus'];
    expectSame('_links', withoutVariants(Object.keys(linksOf(again))).toSorted(), links.toSorted());
    const { scaStatus } = again.body as { scaStatus?: unknown };
    expectSame('scaStatus', scaStatus, 'scaMethodSelected');
  },
};

export const METHOD_CHECKS: readonly Check[] = [...PICKED, SENT_AGAIN];
