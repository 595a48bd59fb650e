import { consentBody, wholeAccess } from '../orders.ts';
import type { Sent, TestContext } from '../test-context.ts';
import { authorisable } from './journey.ts';
import { firstOf, needsPsu, readsByConsentAlone, unlessOffered } from './offered-features.ts';
import { type Refused, refused } from './refused.ts';

const LIST = 'GET /v1/accounts/{account}/transactions';
const all = (): Sent => ({ consent: 'readAll' });
const under = (consent: string) => (): Sent => ({ consent });
const asking =
  (change: object, access?: object) =>
  (context: TestContext): Sent => ({
    body: { ...consentBody(access ?? wholeAccess(context)), ...change },
  });
const question =
  (consent: string | undefined, change: object = {}) =>
  ({ facts }: TestContext): Sent => ({
    ...(consent !== undefined && { consent }),
    body: {
      account: { iban: facts.accounts.private },
      instructedAmount: { currency: facts.currency, amount: facts.amounts.small },
      ...change,
    },
  });

/** Consents as permission, accounts and their entries, creation of consents, confirmation of funds (decision 11). */
export const REFUSED_READING: readonly Refused[] = [
  refused('consentIdHeaderUnknown', 'GET /v1/accounts', {
    sent: under('unknown'),
    path: 'Consent-ID',
    missing: readsByConsentAlone,
  }),
  refused('consentNotUsable', 'GET /v1/accounts', { sent: under('consent'), missing: readsByConsentAlone }),
  refused('consentNotUsable', 'GET /v1/accounts', { sent: under('ended'), missing: readsByConsentAlone }),
  refused('consentExpired', 'GET /v1/accounts', {
    sent: under('superseded'),
    missing: firstOf(authorisable, needsPsu('poor')),
  }),
  refused('consentLacksRight', 'GET /v1/accounts/{account}/balances', { sent: under('detailsOnly') }),
  refused('consentLacksRight', `${LIST}?bookingStatus=booked&dateFrom=2026-01-01`, { sent: under('detailsOnly') }),
  refused('accessExceeded', 'GET /v1/accounts', {
    missing: firstOf(authorisable, needsPsu('exempted')),
    first: async (context) => void (await context.ask('GET /v1/accounts', absent())),
    sent: () => absent(),
  }),
  refused('consentIdPathUnknown', 'GET /v1/consents/{unknown}'),
  refused('consentIdPathUnknown', 'DELETE /v1/consents/{unknown}'),
  refused('accountUnknown', 'GET /v1/accounts/{unknown}', { sent: all }),
  refused('accountUnknown', 'GET /v1/card-accounts/{account}', { sent: all }),
  refused('transactionUnknown', `${LIST}/{unknown}`, { sent: all }),
  refused('downloadUnknown', 'GET /v1/accounts/{account}/transactions/download/{unknown}', {
    sent: () => ({ consent: 'readAll', headers: { Accept: 'application/xml' } }),
  }),
  refused('authorisationUnknown', 'GET /v1/consents/{readAll}/authorisations/{unknown}'),

  refused('queryInvalid', `${LIST}?dateFrom=2026-01-01`, { sent: all, path: 'bookingStatus' }),
  refused('queryInvalid', `${LIST}?bookingStatus=booked&dateFrom=2026-02-30`, { sent: all, path: 'dateFrom' }),
  refused('queryInvalid', 'GET /v1/accounts?withBalance=yes', { sent: all, path: 'withBalance' }),
  refused('parametersNotConsistent', `${LIST}?bookingStatus=booked&deltaList=true&entryReferenceFrom=1`, {
    sent: all,
    path: 'entryReferenceFrom',
    missing: ({ profile: { deltaReports } }) =>
      unlessOffered(deltaReports.deltaList && deltaReports.entryReferenceFrom, 'delta access is not offered'),
  }),
  refused('parameterNotSupported', 'GET /v1/card-accounts/{card}/transactions?bookingStatus=information', {
    sent: all,
    path: 'bookingStatus',
  }),
  refused('periodInvalid', `${LIST}?bookingStatus=booked&dateFrom=2026-02-02&dateTo=2026-02-01`, {
    sent: all,
    path: 'dateFrom',
  }),

  refused('bodyInvalid', 'POST /v1/consents', { sent: () => ({ body: '{' }) }),
  refused('fieldInvalid', 'POST /v1/consents', { sent: asking({ frequencyPerDay: 0 }), path: 'frequencyPerDay' }),
  refused('fieldInvalid', 'POST /v1/consents', { sent: asking({ validUntil: '2020-01-01' }), path: 'validUntil' }),
  refused('consentModelNotOffered', 'POST /v1/consents', {
    sent: asking({}, { allPsd2: 'allAccounts' }),
    path: 'access',
    missing: ({ profile }) =>
      unlessOffered(!profile.consentModels.includes('allPsd2'), 'every kind of consent is offered'),
  }),
  refused('accessModelsMixed', 'POST /v1/consents', {
    sent: (context) => {
      const balances = [{ iban: context.facts.accounts.private }];
      return asking({}, { allPsd2: 'allAccounts', balances })(context);
    },
    path: 'access.allPsd2',
    missing: ({ profile }) => unlessOffered(profile.consentModels.includes('allPsd2'), 'allPsd2 is not offered'),
  }),
  refused('sessionsNotSupported', 'POST /v1/consents', {
    sent: asking({ combinedServiceIndicator: true }),
    path: 'combinedServiceIndicator',
    missing: ({ profile }) => unlessOffered(!profile.combinedService, 'sessions with payments are offered'),
  }),

  refused('piisNotActivated', 'POST /v1/funds-confirmations', {
    sent: (context) => question(undefined, { account: { iban: context.account('creditor') } })(context),
    path: 'account',
  }),
  refused('cardInvalid', 'POST /v1/funds-confirmations', {
    sent: (context) => question('fundsOfCard', { cardNumber: context.facts.cardNumberUnknown })(context),
    path: 'cardNumber',
  }),
  refused('fieldInvalid', 'POST /v1/funds-confirmations', {
    sent: (context) =>
      question('fundsValid', { instructedAmount: { currency: context.facts.currency, amount: '1,0' } })(context),
    path: 'instructedAmount.amount',
  }),
];

/** Without the PSU: only such reads are counted (RTS 2018/389, Art. 36.5 b). */
function absent(): Sent {
  return { consent: 'usedUp', headers: { 'PSU-IP-Address': '' } };
}
