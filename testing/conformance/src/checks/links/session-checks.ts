import { type Answer, linksOf } from '@xs2a/client';
import { type Check, expectSame } from '../../check.ts';
import { withoutVariants } from '../../link-rules.ts';
import { approved, consentFor, DECOUPLED, EMBEDDED, EXPLICIT, pay } from '../../sca-preferences.ts';
import type { TestContext } from '../../test-context.ts';
import {
  firstOf,
  type Missing,
  needsApproach,
  needsFunds,
  psuMayBeUnknown,
  unlessOffered,
} from '../offered-features.ts';

const START = 'startAuthorisation';

const needsSessions: Missing = ({ profile }) =>
  unlessOffered(profile.combinedService, 'a payment belongs to no session of a consent');

/** Returns the id of a consent that its PSU has just approved, and that opens a session. */
async function session(context: TestContext): Promise<string> {
  const access = { balances: [{ iban: context.facts.accounts.private }] };
  const made = await consentFor(context, access, { combinedServiceIndicator: true }, EMBEDDED);
  return (await approved(context, made, 'private')).body.consentId;
}

const startOf = (made: Answer): string | undefined => withoutVariants(Object.keys(linksOf(made)))[0];

/** A consent and a payment right after it (decision 80). */
export const SESSION_CHECKS: readonly Check[] = [
  {
    id: 'links.combined session.payment',
    group: 'links',
    rule: 'a payment in the session of a consent asks for no password, once (Sessions: Combination of AIS and PIS Services)',
    how: 'POST /v1/consents with combinedServiceIndicator, approved; POST {sepa} with its Consent-ID, twice',
    missing: firstOf(needsApproach('EMBEDDED'), needsSessions, psuMayBeUnknown),
    run: async (context) => {
      const headers = { ...EXPLICIT, 'Consent-ID': await session(context) };
      const first = await pay(context, {}, headers);
      expectSame('the link to the start', startOf(first), START);
      const started = await context.client.followNamed(first, START, { body: {} });
      const { scaStatus } = started.body as { scaStatus?: string };
      expectSame('scaStatus', scaStatus === 'psuAuthenticated' || scaStatus === 'scaMethodSelected', true);
      const second = await pay(context, {}, headers);
      expectSame('the link of the second payment', startOf(second), 'startAuthorisationWithPsuAuthentication');
    },
  },
  {
    id: 'links.combined session.decoupled',
    group: 'links',
    rule: 'a payment in the session of a consent asks the device of its PSU without PSU-ID (Sessions: Combination of AIS and PIS Services)',
    how: 'POST /v1/consents with combinedServiceIndicator, approved; POST {sepa} decoupled with its Consent-ID, and its start',
    missing: firstOf(needsApproach('EMBEDDED'), needsApproach('DECOUPLED'), needsSessions),
    run: async (context) => {
      const made = await pay(context, {}, { ...EXPLICIT, ...DECOUPLED, 'Consent-ID': await session(context) });
      expectSame('ASPSP-SCA-Approach', made.headers.get('ASPSP-SCA-Approach'), 'DECOUPLED');
      expectSame('the link to the start', startOf(made), START);
      const started = await context.client.followNamed(made, START, { body: {} });
      expectSame('scaStatus', (started.body as { scaStatus?: string }).scaStatus, 'started');
    },
  },
  {
    id: 'links.combined session.funds',
    group: 'links',
    rule: 'a funds question in the session of a consent is answered (Sessions: Combination of AIS and PIS Services)',
    how: 'POST /v1/consents with combinedServiceIndicator, approved; POST /v1/funds-confirmations with its Consent-ID',
    missing: firstOf(needsApproach('EMBEDDED'), needsSessions, needsFunds),
    run: async (context) => {
      const { body } = await context.client.checkAvailabilityOfFunds({
        headers: { 'Consent-ID': await session(context) },
        body: {
          account: { iban: context.facts.accounts.private },
          instructedAmount: { currency: context.facts.currency, amount: '1.00' },
        },
      });
      expectSame('the type of fundsAvailable', typeof body.fundsAvailable, 'boolean');
    },
  },
];
