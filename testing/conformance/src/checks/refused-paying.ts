import { day, dayAhead, paymentOrder, standingOrder } from '../orders.ts';
import { EMBEDDED } from '../sca-preferences.ts';
import type { Sent, TestContext } from '../test-context.ts';
import { authorisable } from './journey.ts';
import {
  firstOf,
  type Missing,
  needsApproach,
  needsBaskets,
  needsBulks,
  needsPsu,
  needsTpp,
  unlessOffered,
} from './offered-features.ts';
import { type Refused, refused } from './refused.ts';

const START = (): Sent => ({ headers: EMBEDDED, body: {} });
const CODE = (): Sent => ({ body: { scaAuthenticationData: '123456' } });
const pay =
  (change: object = {}, headers: Record<string, string> = {}) =>
  (context: TestContext): Sent => ({
    headers,
    body: paymentOrder(context, change),
  });
const group =
  (...paymentIds: string[]) =>
  (): Sent => ({ body: { paymentIds } });
const starting =
  (headers: Record<string, string>, body: object = {}) =>
  (): Sent => ({ headers: { ...EMBEDDED, ...headers }, body });
const WAITING = 'POST {sepa}/{waiting}/authorisations';
const periodic: Missing = ({ profile }) =>
  unlessOffered((profile.products['periodic-payments'] ?? []).length > 0, 'no standing orders are offered');
const secondProduct: Missing = ({ profile }) =>
  unlessOffered((profile.products.payments ?? []).length > 1, 'one payment product alone is offered');
const embedded = needsApproach('EMBEDDED');

/** Payments, baskets, their authorisations and the PSU (decision 11). */
export const REFUSED_PAYING: readonly Refused[] = [
  refused('productUnknown', 'POST /v1/payments/instant-gifts', { sent: pay() }),
  refused('productNotOfPayment', 'GET {otherProduct}/{waiting}', { missing: secondProduct }),
  refused('resourceUnknown', 'GET {sepa}/{unknown}'),
  refused('resourceNotOfTpp', 'GET {sepa}/{unknown}', {
    missing: ({ profile }) => unlessOffered(profile.unknownIds.resources === 403, 'ids that are nowhere are 404'),
  }),
  refused('resourceUnknown', 'GET {sepa}/{waiting}', { sent: () => ({ tpp: 'other' }), missing: needsTpp('other') }),
  refused('authorisationUnknown', 'GET {sepa}/{waiting}/authorisations/{unknown}'),
  refused('serviceBlocked', WAITING, {
    sent: (context) => {
      const { psuId, password } = context.psu('blocked');
      return starting({ 'PSU-ID': psuId }, { psuData: { password } })();
    },
    missing: firstOf(embedded, needsPsu('blocked')),
  }),

  refused('statusInvalid', 'POST {sepa}/{later}/authorisations', { sent: START }),
  refused('statusInvalid', 'POST {sepa}/{cancelled}/authorisations', { sent: START }),
  refused('authorisationFailed', 'PUT {sepa}/{declined}/authorisations/{declinedSca}', {
    sent: CODE,
    missing: firstOf(embedded, needsPsu('withoutMethod')),
  }),
  refused('signedAlready', 'POST {sepa}/{partly}/authorisations', {
    sent: (context) => starting({ 'PSU-ID': context.psu('firstSigner').psuId })(),
    path: 'PSU-ID',
    missing: firstOf(authorisable, needsPsu('firstSigner')),
  }),
  refused('cancellationNotRequested', 'POST {sepa}/{laterKept}/cancellation-authorisations', { sent: START }),
  refused('cancellationImpossible', 'DELETE {sepa}/{done}'),
  refused('resourceBlocked', 'POST {sepa}/{member}/authorisations', {
    first: async (context) => void (await context.value('basket')),
    sent: START,
    missing: needsBaskets,
  }),
  refused('basketMemberAuthorised', 'POST /v1/signing-baskets', {
    sent: group('{laterKept}'),
    path: 'paymentIds[0]',
    missing: needsBaskets,
  }),
  refused('referencedResourceUnknown', 'POST /v1/signing-baskets', {
    sent: group('{unknown}'),
    path: 'paymentIds[0]',
    missing: needsBaskets,
  }),
  refused('basketMixInvalid', 'POST /v1/signing-baskets', {
    sent: group('{bulk}'),
    path: 'paymentIds[0]',
    missing: firstOf(needsBaskets, needsBulks, ({ profile }) =>
      unlessOffered(!profile.signingBaskets.services.includes('bulk-payments'), 'bulk payments may be in baskets'),
    ),
  }),

  refused('psuCredentialsInvalid', WAITING, {
    sent: ({ facts }) => starting({ 'PSU-ID': facts.psus.private.psuId }, { psuData: { password: 'wrong' } })(),
    missing: embedded,
  }),
  refused('corporateIdInvalid', WAITING, {
    sent: ({ facts }) => {
      const { psuId, password } = facts.psus.private;
      const headers = { 'PSU-ID': psuId, 'PSU-Corporate-ID': facts.corporateIdUnknown };
      return starting(headers, { psuData: { password } })();
    },
    missing: embedded,
  }),
  refused('scaMethodUnknown', 'PUT {sepa}/{choosing}/authorisations/{choosingSca}', {
    sent: () => ({ body: { authenticationMethodId: 'pigeon' } }),
    path: 'authenticationMethodId',
    missing: embedded,
  }),
  refused('parameterNotSupported', WAITING, {
    sent: starting({}, { psuData: { additionalPassword: 'x' } }),
    path: 'psuData.additionalPassword',
  }),
  refused('fieldInvalid', 'PUT {sepa}/{choosing}/authorisations/{choosingSca}', {
    sent: () => ({ body: { scaAuthenticationData: '1', confirmationCode: '1' } }),
    path: 'confirmationCode',
    missing: embedded,
  }),

  refused('bodyInvalid', 'POST {sepa}', { sent: () => ({ body: '{' }) }),
  refused('fieldInvalid', 'POST {sepa}', {
    sent: pay({ instructedAmount: undefined }),
    path: 'instructedAmount',
  }),
  refused('fieldInvalid', 'POST {sepa}', { sent: pay({ frequency: 'Monthly' }), path: 'frequency' }),
  refused('executionDateInvalid', 'POST {sepa}', {
    sent: pay({ requestedExecutionDate: day(-3) }),
    path: 'requestedExecutionDate',
  }),
  refused('executionDateInvalid', 'POST {periodic}', {
    sent: (context) => ({ body: standingOrder(context, { startDate: day(-3) }) }),
    path: 'startDate',
    missing: periodic,
  }),
  refused('periodInvalid', 'POST {periodic}', {
    sent: (context) => ({ body: standingOrder(context, { endDate: day(-1), startDate: dayAhead(3) }) }),
    path: 'endDate',
    missing: periodic,
  }),
];
