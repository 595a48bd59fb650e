import { type Answer, linksOf } from '@xs2a/client';
import { bulkMessage, dayAhead, standingOrder, wholeAccess } from './orders.ts';
import { approved, consentFor, EXPLICIT, pay, preferencesOf } from './sca-preferences.ts';
import type { MakeFixture, TestContext } from './test-context.ts';

function authorisationIn(created: Answer): string {
  return linksOf(created)['scaStatus']?.href.split('/').at(-1) ?? '';
}

/** Starts an authorisation that waits for the PSU. */
async function beginAuthorisation(context: TestContext, created: Answer): Promise<string> {
  if (linksOf(created)['scaStatus'] !== undefined) return authorisationIn(created);
  const link = Object.keys(linksOf(created)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  return authorisationIn(
    await context.client.followNamed(created, link, { headers: preferencesOf(context), body: {} }),
  );
}

async function firstOf(context: TestContext, ask: string, list: string, id = 'resourceId'): Promise<string> {
  const { body, status, text } = await context.ask(ask, { consent: 'readAll' });
  const found = list
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);
  const entries = (found ?? []) as Record<string, string | undefined>[];
  const value = entries[0]?.[id];
  if (value === undefined) throw new Error(`${ask} lists no ${id} in ${list}: ${status} ${text.slice(0, 200)}`);
  return value;
}

/** Creating answers are kept beside their ids: some rows need both an id and its authorisation. */
function once({ answers }: TestContext, name: string, make: () => Promise<Answer>): Promise<Answer> {
  const known = answers.get(name);
  if (known !== undefined) return known;
  const fixture = make();
  answers.set(name, fixture);
  return fixture;
}

const consentId = ({ body }: Answer): string => (body as { consentId?: string }).consentId ?? '';
const paymentId = ({ body }: Answer): string => (body as { paymentId?: string }).paymentId ?? '';
const basketId = ({ body }: Answer): string => (body as { basketId?: string }).basketId ?? '';

const waiting = (context: TestContext) => once(context, 'waiting', () => pay(context));
const later = (context: TestContext) =>
  once(context, 'later', async () =>
    approved(context, await pay(context, { requestedExecutionDate: dayAhead(3) }), 'private'),
  );
const consent = (context: TestContext) => once(context, 'consent', () => consentFor(context, wholeAccess(context)));
const funds = (context: TestContext) =>
  once(context, 'funds', () =>
    context.client.createConsentConfirmationOfFunds({
      headers: preferencesOf(context),
      body: { account: { iban: context.facts.accounts.private } },
    }),
  );
const basket = (context: TestContext) =>
  once(context, 'basket', async () => {
    const paymentIds = [await context.value('member')];
    return context.client.createSigningBasket({ headers: preferencesOf(context), body: { paymentIds } });
  });
const declined = (context: TestContext) =>
  once(context, 'declined', async () => approved(context, await pay(context), 'withoutMethod'));
/** Returns an authorisation with the password given and a method to choose. */
const choosing = (context: TestContext) =>
  once(context, 'choosing', async () => {
    const made = await pay(context);
    let answer: Answer = made;
    do {
      const step = await context.psuSide.step(Object.keys(linksOf(answer)), context.psu('private'));
      if (step !== undefined) answer = await context.client.followNamed(answer, step.link, step.sent);
    } while ('updatePsuAuthentication' in linksOf(answer));
    return made;
  });
const cancelling = (context: TestContext) =>
  once(context, 'cancelling', async () => {
    const made = await approved(context, await pay(context, { requestedExecutionDate: dayAhead(3) }), 'private');
    const path = { paymentService: 'payments', paymentProduct: context.product, paymentId: paymentId(made) } as const;
    return context.client.cancelPayment({ path, headers: preferencesOf(context) });
  });

/** Fixtures in the braces of rows: each is created once, at first use. */
export const FIXTURES: Readonly<Record<string, MakeFixture>> = {
  sepa: async ({ product }) => `/v1/payments/${product}`,
  periodic: async ({ profile }) => `/v1/periodic-payments/${profile.products['periodic-payments']?.[0] ?? ''}`,
  bulks: async ({ profile }) => `/v1/bulk-payments/${profile.products['bulk-payments']?.[0] ?? ''}`,
  otherProduct: async ({ profile, product }) =>
    `/v1/payments/${profile.products.payments?.find((name) => name !== product) ?? ''}`,
  withBalance: async ({ profile }) => (profile.balancesInLists ? '?withBalance=true' : ''),
  unknown: async () => crypto.randomUUID(),
  reused: async () => crypto.randomUUID(),
  startDay: async () => dayAhead(3),
  private: async ({ facts }) => facts.accounts.private,
  savings: async (context) => context.account('savings'),

  consent: async (context) => consentId(await consent(context)),
  consentSca: async (context) => beginAuthorisation(context, await consent(context)),
  readAll: async (context) => {
    const recurring = { recurringIndicator: true, frequencyPerDay: 4 };
    return consentId(await approved(context, await consentFor(context, wholeAccess(context), recurring), 'private'));
  },
  trusting: async (context) => {
    const accounts = [{ iban: context.facts.accounts.private }];
    const access = { accounts, additionalInformation: { trustedBeneficiaries: accounts } };
    return consentId(await approved(context, await consentFor(context, access), 'private'));
  },
  detailsOnly: async (context) => {
    const access = { accounts: [{ iban: context.facts.accounts.private }] };
    return consentId(await approved(context, await consentFor(context, access), 'private'));
  },
  ended: async (context) => {
    const path = { consentId: consentId(await consentFor(context, wholeAccess(context))) };
    await context.client.deleteConsent({ path });
    return path.consentId;
  },
  superseded: async (context) => {
    const recurring = { recurringIndicator: true, frequencyPerDay: 4 };
    // For another PSU than that of the consent used for reads: a recurring consent ends the previous one.
    const access = { balances: [{ iban: context.account('poor') }] };
    const first = await approved(context, await consentFor(context, access, recurring), 'poor');
    await approved(context, await consentFor(context, access, recurring), 'poor');
    return consentId(first);
  },
  usedUp: async (context) => {
    const daily = { recurringIndicator: true, frequencyPerDay: 1 };
    const access = { balances: [{ iban: context.account('exemptedFrom') }] };
    return consentId(await approved(context, await consentFor(context, access, daily), 'exempted'));
  },
  // One-off: a recurring one would end the consent used for reads.
  usedOnce: async (context) =>
    consentId(await approved(context, await consentFor(context, wholeAccess(context)), 'private')),
  usedForBalances: async (context) =>
    consentId(await approved(context, await consentFor(context, wholeAccess(context)), 'private')),
  account: (context) => firstOf(context, 'GET /v1/accounts', 'accounts'),
  card: (context) => firstOf(context, 'GET /v1/card-accounts', 'cardAccounts'),
  transaction: (context) =>
    firstOf(
      context,
      'GET /v1/accounts/{account}/transactions?bookingStatus=booked&dateFrom=2020-01-01',
      'transactions.booked',
      'transactionId',
    ),
  download: async (context) => {
    const sent = { consent: 'readAll', headers: { Accept: 'application/xml' } };
    const list = 'GET /v1/accounts/{account}/transactions?bookingStatus=booked&dateFrom=2020-01-01';
    const { body, text, status } = await context.ask(list, sent);
    const href = linksOf({ body })['download']?.href;
    if (href === undefined) throw new Error(`the report is no download: ${status} ${text.slice(0, 80)}`);
    return href.split('/').at(-1) ?? '';
  },

  funds: async (context) => consentId(await funds(context)),
  fundsGone: async (context) => {
    const body = { account: { iban: context.facts.accounts.private } };
    return consentId(await context.client.createConsentConfirmationOfFunds({ headers: preferencesOf(context), body }));
  },
  fundsSca: async (context) => beginAuthorisation(context, await funds(context)),
  fundsOfCard: async (context) => {
    const { accounts, cardNumber } = context.facts;
    const body = { account: { iban: accounts.private }, cardNumber };
    const made = await context.client.createConsentConfirmationOfFunds({ headers: preferencesOf(context), body });
    return consentId(await approved(context, made, 'private'));
  },
  fundsValid: async (context) => {
    const body = { account: { iban: context.facts.accounts.private } };
    const made = await context.client.createConsentConfirmationOfFunds({ headers: preferencesOf(context), body });
    return consentId(await approved(context, made, 'private'));
  },

  waiting: async (context) => paymentId(await waiting(context)),
  waitingSca: async (context) => beginAuthorisation(context, await waiting(context)),
  later: async (context) => paymentId(await later(context)),
  laterSca: async (context) => {
    const { body } = await context.ask('GET {sepa}/{later}/authorisations');
    return (body['authorisationIds'] as string[] | undefined)?.[0] ?? '';
  },
  laterKept: async (context) =>
    paymentId(await approved(context, await pay(context, { requestedExecutionDate: dayAhead(3) }), 'private')),
  choosing: async (context) => paymentId(await choosing(context)),
  choosingSca: async (context) => {
    const { body } = await context.ask('GET {sepa}/{choosing}/authorisations');
    return (body['authorisationIds'] as string[] | undefined)?.[0] ?? '';
  },
  declined: async (context) => paymentId(await declined(context)),
  declinedSca: async (context) => {
    const { body } = await context.ask('GET {sepa}/{declined}/authorisations');
    return (body['authorisationIds'] as string[] | undefined)?.[0] ?? '';
  },
  verified: async (context) => {
    const made = await pay(context, {}, { ...EXPLICIT, 'Client-VOP-Requested': 'true' });
    await context.psuSide.until(
      () => context.client.followNamed(made, 'status'),
      ({ text }) => !text.includes('RVNC'),
    );
    return paymentId(made);
  },
  done: async (context) => {
    const made = await approved(context, await pay(context), 'private');
    await context.psuSide.until(
      () => context.client.followNamed(made, 'status'),
      ({ text }) => /ACSC|ACCC/.test(text),
    );
    return paymentId(made);
  },
  cancelled: async (context) => {
    const made = await pay(context);
    const path = { paymentService: 'payments', paymentProduct: context.product, paymentId: paymentId(made) } as const;
    await context.client.cancelPayment({ path });
    return path.paymentId;
  },
  cancelling: async (context) => {
    await cancelling(context);
    const { path } = context.box.seen.findLast(({ method }) => method === 'DELETE') ?? { path: '' };
    return path.split('/').at(-1) ?? '';
  },
  cancellationSca: async (context) => {
    await context.value('cancelling');
    return beginAuthorisation(context, await cancelling(context));
  },
  partly: async (context) => {
    const debtorAccount = { iban: context.account('company') };
    return paymentId(await approved(context, await pay(context, { debtorAccount }, EXPLICIT), 'firstSigner'));
  },
  bulk: async (context) => {
    const paymentProduct = context.profile.products['bulk-payments']?.[0] ?? '';
    const path = { paymentService: 'bulk-payments', paymentProduct } as const;
    return paymentId(
      await context.client.initiatePayment({ path, headers: preferencesOf(context), body: bulkMessage(context) }),
    );
  },
  standing: async (context) => {
    const paymentProduct = context.profile.products['periodic-payments']?.[0] ?? '';
    const path = { paymentService: 'periodic-payments', paymentProduct } as const;
    return paymentId(
      await context.client.initiatePayment({ path, headers: preferencesOf(context), body: standingOrder(context) }),
    );
  },

  free: async (context) => paymentId(await pay(context, {}, EXPLICIT)),
  member: async (context) => paymentId(await pay(context, {}, EXPLICIT)),
  basket: async (context) => basketId(await basket(context)),
  basketSca: async (context) => beginAuthorisation(context, await basket(context)),
  basketGone: async (context) => {
    const body = { paymentIds: [paymentId(await pay(context, {}, EXPLICIT))] };
    const made = await context.client.createSigningBasket({ headers: preferencesOf(context), body });
    await context.client.deleteSigningBasket({ path: { basketId: basketId(made) } });
    return basketId(made);
  },
};
