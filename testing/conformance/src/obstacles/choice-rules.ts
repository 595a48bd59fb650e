import { expectSame, Mismatch } from '../check.ts';
import { firstOf, needsPsu, needsTpp, unlessOffered } from '../checks/offered-features.ts';
import { consentBody, day, paymentOrder } from '../orders.ts';
import { RETURN } from '../redirect-headers.ts';
import { consentFor, pay, REDIRECT } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import type { Obstacle } from './obstacle.ts';
import { fieldsOf, needsPages, openPage } from './pages-of-bank.ts';

const DAYS_OF_ACCESS = 180;

/** Sends a creation with exactly the headers that every bank needs: nothing that this one demands besides is added. */
async function createPlainly(context: TestContext, path: string, body: object, tpp?: 'other'): Promise<number> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Request-ID': crypto.randomUUID(),
    ...RETURN,
    ...context.identity(tpp ?? 'own'),
  };
  const { status } = await context.box.askAsIs('POST', await context.filled(path), headers, JSON.stringify(body));
  return status;
}

const onAccount = ({ facts }: TestContext) => ({ balances: [{ iban: facts.accounts.private }] });
const bankOffered = { accounts: [], balances: [], transactions: [] };

/** Leaves out debtorAccount. */
function orderWithoutAccount(context: TestContext): object {
  const { debtorAccount: _, ...order } = paymentOrder(context);
  return order;
}

/** Choices of the PSU at the bank, and conditions for TPPs to start. */
export const CHOICE_RULES: readonly Obstacle[] = [
  {
    id: 'no account number typed',
    rule: 'no page asks the PSU to type its account number',
    source: 'EBA/OP/2020/10, 34; PSR, Art. 44(1)(b)',
    how: 'the fields of the first page of a payment',
    missing: needsPages,
    run: async (context) => {
      const { page } = await openPage(context, await pay(context, {}, REDIRECT));
      const typed = fieldsOf(page).find((attributes) => /iban|account/i.test(attributes));
      if (typed !== undefined) throw new Mismatch(`it has a field${typed}`);
    },
  },
  {
    id: 'account of a payment chosen at the bank',
    rule: 'a TPP may leave the choice of the account that pays to the PSU',
    source: 'EBA/OP/2020/10, 33 to 41; PSR, Art. 44(1)(b)',
    how: 'a payment without debtorAccount',
    run: async (context) => {
      const { status } = await context.ask('POST {sepa}', { body: orderWithoutAccount(context) });
      expectSame('status', status, 201);
    },
  },
  {
    id: 'accounts of a consent chosen at the bank',
    rule: 'a TPP may leave the choice of the accounts to be read to the PSU',
    source: 'EBA/OP/2020/10; PSR, Art. 44(1)(b)',
    how: 'a consent with empty lists of accounts',
    run: async (context) => {
      const { status } = await context.ask('POST /v1/consents', { body: consentBody(bankOffered) });
      expectSame('status', status, 201);
    },
  },
  {
    id: 'all accounts by one act',
    rule: 'a PSU may select all offered accounts at once, and none is selected beforehand',
    source: 'EBA Q&A 2025_7604; PSR, Art. 43(3)',
    how: 'the page after the sign-in, of a consent with empty lists of accounts',
    missing: firstOf(needsPages, ({ profile }) =>
      unlessOffered(profile.consentModels.includes('bankOffered'), 'TPPs name the accounts of consents'),
    ),
    run: async (context) => {
      const { browser, page } = await openPage(context, await consentFor(context, bankOffered, {}, REDIRECT));
      const { psuId, password } = context.psu('private');
      const fields = fieldsOf(await browser.submit(page, { psuId, password }, '/sign-in'));
      const boxes = fields.filter((one) => one.includes('type="checkbox"'));
      expectSame('number of selected accounts', boxes.filter((one) => /\bchecked\b/.test(one)).length, 0);
      const accounts = boxes.filter((one) => one.includes('name="accounts"'));
      if (accounts.length > 1)
        expectSame(
          'whether one box selects all',
          boxes.some((one) => one.includes('name="allAccounts"')),
          true,
        );
    },
  },
  {
    id: 'access for 180 days',
    rule: 'access to accounts need not be renewed within 180 days',
    source: 'RTS 2018/389, Art. 10a',
    how: 'a consent for 180 days, and its content',
    run: async (context) => {
      const validUntil = day(DAYS_OF_ACCESS - 1);
      const made = await consentFor(context, onAccount(context), { recurringIndicator: true, validUntil });
      const { body } = await context.client.followNamed(made, 'self');
      expectSame('validUntil', (body as { validUntil?: string }).validUntil, validUntil);
    },
  },
  {
    id: 'no registration of TPPs',
    rule: 'a TPP with a valid certificate is served at its first request, without registration or token',
    source: 'EBA/OP/2020/10; PSR, Art. 44(1)(d) and (e)',
    how: 'a consent of another TPP, without Authorization',
    missing: needsTpp('other'),
    run: async (context) => {
      const made = await createPlainly(context, '/v1/consents', consentBody(onAccount(context)), 'other');
      expectSame('status', made, 201);
    },
  },
  {
    id: 'PSU unknown to the TPP',
    rule: 'a TPP need not know the user ID of its PSU',
    source: 'RTS 2018/389, Art. 32(3)',
    how: 'a payment without PSU-ID',
    run: async (context) => {
      expectSame('status', await createPlainly(context, '{sepa}', paymentOrder(context)), 201);
    },
  },
  {
    id: 'no limit that hits large TPPs',
    rule: 'measures against fraud do not hinder TPPs with many PSUs',
    source: 'PSR, Art. 44(1a)',
    how: 'the setting limits.unverifiedPsuIdsMax',
    choice: ({ profile }) =>
      `limits.unverifiedPsuIdsMax is ${profile.limits.unverifiedPsuIdsMax}: PSU-IDs of a TPP in an hour before one has signed in`,
  },
  {
    id: 'exemptions as in the own channel',
    rule: 'a payment that is exempt from SCA in the own channel is exempt here',
    source: 'RTS 2018/389, Art. 10 to 18; PSR, Art. 36(2)(c)',
    how: 'a transfer between two accounts of the PSU, to its end',
    missing: needsPsu('exempted'),
    run: async (context) => {
      const made = await pay(context, {
        debtorAccount: { iban: context.account('exemptedFrom') },
        creditorAccount: { iban: context.account('exemptedTo') },
      });
      expectSame('scaStatus', await context.psuSide.finish(made, context.psu('exempted')), 'exempted');
    },
  },
];
