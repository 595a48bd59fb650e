import { type AccountAccess, readConsent } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { startGateway } from '../../test/start-gateway.ts';
import { accountLinks } from './consent-links.ts';

const IBAN = { iban: 'HR1210010051863000160' };
const MASKED = { maskedPan: '453200******0017' };
const ACCOUNT = { account: { href: '/v1/accounts' } };
const BOTH = { ...ACCOUNT, cardAccount: { href: '/v1/card-accounts' } };

const gateway = forAllTests(() => startGateway());

it.each<[string, AccountAccess, object]>([
  ['one account', { balances: [IBAN] }, ACCOUNT],
  ['accounts not chosen yet', { accounts: [], balances: [] }, ACCOUNT],
  ['a card', { transactions: [MASKED] }, BOTH],
  ['an account and a card', { balances: [IBAN], accounts: [{ pan: '4532000000000017' }] }, BOTH],
  ['every account', { allPsd2: 'allAccounts' }, BOTH],
  ['the list of all accounts', { availableAccounts: 'allAccountsWithOwnerName' }, BOTH],
])('the content of a consent for %s links to the lists of its accounts', async (_, access, links) => {
  await using _consent = await answerTo(gateway.natsUrl, readConsent, ({ consentId }) => ({
    consentId,
    consentStatus: 'valid' as const,
    access,
    recurringIndicator: true,
    validUntil: '9999-12-31',
    frequencyPerDay: 4,
    lastActionDate: '2026-01-01',
  }));
  const { status, text } = await gateway.ask('GET', '/v1/consents/c1');
  expect([status, (JSON.parse(text) as { _links: object })._links]).toEqual([200, links]);
});

it('a bank without card accounts has no link to them', () => {
  expect(accountLinks({ allPsd2: 'allAccounts' }, { cardAccounts: false })).toEqual(['account']);
});
