import { type Check, expectSame, Mismatch } from '../../check.ts';
import { consentBody, day, wholeAccess } from '../../orders.ts';
import { EXPLICIT, pay, preferencesOf } from '../../sca-preferences.ts';
import type { TestContext } from '../../test-context.ts';
import { authorisable } from '../journey.ts';
import { firstOf, needsBaskets, needsPsu, unlessOffered } from '../offered-features.ts';

const SETTLED = ['ACSC', 'ACCC'];

/** More accesses and more days than a bank permits. */
const BEYOND = 30;

/** Checks of values that only some banks send, as clients of the standard's file do not know them. */
export const VALUES_BY_PROFILE: readonly Check[] = [
  {
    id: 'answers.settledBasket',
    group: 'answers',
    rule: 'a settled basket has the status ACSC if the profile says so, and otherwise never (decision 23)',
    how: 'a basket of a payment that is approved and executed; all answers of baskets that the suite got',
    missing: firstOf(needsBaskets, authorisable),
    run: async (context) => {
      const { client, psuSide, profile, box } = context;
      const { settledStatus } = profile.signingBaskets;
      const member = await pay(context, {}, EXPLICIT);
      const body = { paymentIds: [member.body.paymentId] };
      const basket = await client.createSigningBasket({ headers: preferencesOf(context), body });
      await psuSide.finish(basket, context.psu('private'));
      const status = async (of: typeof basket | typeof member) =>
        ((await client.followNamed(of, 'status')).body as { transactionStatus?: string }).transactionStatus ?? '';
      await psuSide.until(
        () => status(member),
        (found) => SETTLED.includes(found),
      );
      if (settledStatus) {
        await psuSide.until(
          () => status(basket),
          (found) => found === 'ACSC',
        );
      }
      expectSame('the status of the basket', await status(basket), settledStatus ? 'ACSC' : 'ACTC');
      const isSettled = box.seen.some(
        ({ path, body: told }) => path.startsWith('/v1/signing-baskets/') && told['transactionStatus'] === 'ACSC',
      );
      if (isSettled && !settledStatus) throw new Mismatch('a basket has ACSC');
    },
  },
  {
    id: 'answers.cut values',
    group: 'answers',
    endpoint: 'createConsent',
    rule: 'a value of a consent that the bank reduces has a warning with the valid value (decision 17)',
    how: 'POST /v1/consents with more accesses and days than the profile permits, again, and its content',
    run: async (context) => {
      const { consentDaysMax, frequencyPerDayMax } = context.profile.limits;
      const body = consentBody(wholeAccess(context), {
        recurringIndicator: true,
        validUntil: day(consentDaysMax + BEYOND),
        frequencyPerDay: frequencyPerDayMax + BEYOND,
      });
      const headers = { 'X-Request-ID': crypto.randomUUID() };
      const made = await context.ask('POST /v1/consents', { headers, body });
      const content = await context.ask(`GET /v1/consents/${String(made.body['consentId'])}`);
      const { tppMessages = [] } = made.body as { tppMessages?: { path?: string; text?: string }[] };
      for (const field of ['validUntil', 'frequencyPerDay']) {
        const { text = '' } = tppMessages.find(({ path }) => path === field) ?? {};
        if (!text.includes(String(content.body[field]))) throw new Mismatch(`no warning says what holds of ${field}`);
      }
      const again = await context.ask('POST /v1/consents', { headers, body });
      expectSame('the messages to the same request', again.body['tppMessages'], tppMessages);
    },
  },
  {
    id: 'answers.fundsMessage',
    group: 'answers',
    rule: 'a payment status has the message FUNDS_NOT_AVAILABLE if the profile says so, and otherwise no answer has it (decision 15)',
    how: 'a payment that waits for funds; all answers of success that the suite got',
    missing: firstOf(authorisable, needsPsu('poor'), ({ profile }) =>
      unlessOffered(profile.fundsCheck && profile.withoutFunds === 'wait', 'payments do not wait for funds'),
    ),
    run: async (context) => {
      const { box, profile } = context;
      const found = await waitingForFunds(context);
      expectSame('whether the status has it', found.includes('"FUNDS_NOT_AVAILABLE"'), profile.fundsMessage);
      const told = box.seen.find(
        ({ endpoint, status, text }) =>
          endpoint !== undefined && status < 400 && text.includes('"FUNDS_NOT_AVAILABLE"'),
      );
      if (told !== undefined && !profile.fundsMessage) throw new Mismatch(`${told.method} ${told.path} has it`);
    },
  },
];

/** Returns the status of an approved payment of a PSU without enough funds. */
async function waitingForFunds(context: TestContext): Promise<string> {
  const instructedAmount = { currency: context.facts.currency, amount: context.facts.amounts.tooMuch };
  const made = await pay(context, { instructedAmount, debtorAccount: { iban: context.account('poor') } });
  await context.psuSide.finish(made, context.psu('poor'));
  const { text } = await context.psuSide.until(
    () => context.client.followNamed(made, 'status'),
    ({ body }) => /^"?false"?$/.test(JSON.stringify((body as { fundsAvailable?: unknown }).fundsAvailable ?? null)),
  );
  const { paymentId } = made.body;
  await context.client.cancelPayment({
    path: { paymentService: 'payments', paymentProduct: context.product, paymentId },
    headers: preferencesOf(context),
  });
  return text;
}
