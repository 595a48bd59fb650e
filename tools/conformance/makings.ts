import { type Answer, linksOf } from '@xs2a/client';
import { bulkMessage, dayAhead, standingOrder } from './orders.ts';
import { approved, consentFor, EMBEDDED, EXPLICIT, pay, wishesOf } from './wishes.ts';
import type { World } from './world.ts';

type Make = (world: World) => Promise<string>;

function authorisationIn(created: Answer): string {
  return linksOf(created)['scaStatus']?.href.split('/').at(-1) ?? '';
}

/** An authorisation that a TPP has begun and that waits for the PSU. */
async function begun(world: World, created: Answer): Promise<string> {
  if (linksOf(created)['scaStatus'] !== undefined) return authorisationIn(created);
  const link = Object.keys(linksOf(created)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  return authorisationIn(await world.client.followNamed(created, link, { headers: EMBEDDED, body: {} }));
}

const all = { allPsd2: 'allAccounts' } as const;

async function firstOf(world: World, ask: string, list: string, id = 'resourceId'): Promise<string> {
  const { body, status, text } = await world.ask(ask, { consent: 'readAll' });
  const found = list
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);
  const entries = (found ?? []) as Record<string, string | undefined>[];
  const value = entries[0]?.[id];
  if (value === undefined) throw new Error(`${ask} lists no ${id} in ${list}: ${status} ${text.slice(0, 200)}`);
  return value;
}

/** The answers that made things are kept beside their ids: some rows need both an id and its authorisation. */
function once({ answers }: World, name: string, make: () => Promise<Answer>): Promise<Answer> {
  const known = answers.get(name);
  if (known !== undefined) return known;
  const making = make();
  answers.set(name, making);
  return making;
}

const consentId = ({ body }: Answer): string => (body as { consentId?: string }).consentId ?? '';
const paymentId = ({ body }: Answer): string => (body as { paymentId?: string }).paymentId ?? '';
const basketId = ({ body }: Answer): string => (body as { basketId?: string }).basketId ?? '';

const waiting = (world: World) => once(world, 'waiting', () => pay(world));
const later = (world: World) =>
  once(world, 'later', async () =>
    approved(world, await pay(world, { requestedExecutionDate: dayAhead(3) }), 'private'),
  );
const consent = (world: World) => once(world, 'consent', () => consentFor(world, all));
const funds = (world: World) =>
  once(world, 'funds', () =>
    world.client.createConsentConfirmationOfFunds({
      headers: wishesOf(world),
      body: { account: { iban: world.facts.accounts.private } },
    }),
  );
const basket = (world: World) =>
  once(world, 'basket', async () => {
    const paymentIds = [await world.value('member')];
    return world.client.createSigningBasket({ headers: EMBEDDED, body: { paymentIds } });
  });
const declined = (world: World) =>
  once(world, 'declined', async () => approved(world, await pay(world), 'withoutMethod'));
/** The PSU has given its password, and has a method to choose. */
const choosing = (world: World) =>
  once(world, 'choosing', async () => {
    const made = await pay(world);
    const step = await world.psuSide.step(Object.keys(linksOf(made)), world.psu('private'));
    if (step !== undefined) await world.client.followNamed(made, step.link, step.sent);
    return made;
  });
const cancelling = (world: World) =>
  once(world, 'cancelling', async () => {
    const made = await approved(world, await pay(world, { requestedExecutionDate: dayAhead(3) }), 'private');
    const path = { paymentService: 'payments', paymentProduct: world.product, paymentId: paymentId(made) } as const;
    return world.client.cancelPayment({ path, headers: EMBEDDED });
  });

/** What rows name in braces: made when it is first named, once. */
export const MAKINGS: Readonly<Record<string, Make>> = {
  sepa: async ({ product }) => `/v1/payments/${product}`,
  periodic: async ({ profile }) => `/v1/periodic-payments/${profile.products['periodic-payments']?.[0] ?? ''}`,
  bulks: async ({ profile }) => `/v1/bulk-payments/${profile.products['bulk-payments']?.[0] ?? ''}`,
  otherProduct: async ({ profile, product }) =>
    `/v1/payments/${profile.products.payments?.find((name) => name !== product) ?? ''}`,
  unknown: async () => crypto.randomUUID(),
  reused: async () => crypto.randomUUID(),
  startDay: async () => dayAhead(3),
  private: async ({ facts }) => facts.accounts.private,
  savings: async (world) => world.account('savings'),

  consent: async (world) => consentId(await consent(world)),
  consentSca: async (world) => begun(world, await consent(world)),
  readAll: async (world) => {
    const recurring = { recurringIndicator: true, frequencyPerDay: 4 };
    return consentId(await approved(world, await consentFor(world, all, recurring), 'private'));
  },
  detailsOnly: async (world) => {
    const access = { accounts: [{ iban: world.facts.accounts.private }] };
    return consentId(await approved(world, await consentFor(world, access), 'private'));
  },
  ended: async (world) => {
    const path = { consentId: consentId(await consentFor(world, all)) };
    await world.client.deleteConsent({ path });
    return path.consentId;
  },
  superseded: async (world) => {
    const recurring = { recurringIndicator: true, frequencyPerDay: 4 };
    // Of another PSU than the consent that is read under: a recurring one ends the one before.
    const access = { balances: [{ iban: world.account('poor') }] };
    const first = await approved(world, await consentFor(world, access, recurring), 'poor');
    await approved(world, await consentFor(world, access, recurring), 'poor');
    return consentId(first);
  },
  usedUp: async (world) => {
    const daily = { recurringIndicator: true, frequencyPerDay: 1 };
    const access = { balances: [{ iban: world.account('exemptedFrom') }] };
    return consentId(await approved(world, await consentFor(world, access, daily), 'exempted'));
  },
  account: (world) => firstOf(world, 'GET /v1/accounts', 'accounts'),
  card: (world) => firstOf(world, 'GET /v1/card-accounts', 'cardAccounts'),
  transaction: (world) =>
    firstOf(
      world,
      'GET /v1/accounts/{account}/transactions?bookingStatus=booked&dateFrom=2020-01-01',
      'transactions.booked',
      'transactionId',
    ),
  download: async (world) => {
    const sent = { consent: 'readAll', headers: { Accept: 'application/xml' } };
    const list = 'GET /v1/accounts/{account}/transactions?bookingStatus=booked&dateFrom=2020-01-01';
    const { body, text, status } = await world.ask(list, sent);
    const href = linksOf({ body })['download']?.href;
    if (href === undefined) throw new Error(`the report is no download: ${status} ${text.slice(0, 80)}`);
    return href.split('/').at(-1) ?? '';
  },

  funds: async (world) => consentId(await funds(world)),
  fundsGone: async (world) => {
    const body = { account: { iban: world.facts.accounts.private } };
    return consentId(await world.client.createConsentConfirmationOfFunds({ headers: wishesOf(world), body }));
  },
  fundsSca: async (world) => begun(world, await funds(world)),
  fundsOfCard: async (world) => {
    const { accounts, cardNumber } = world.facts;
    const body = { account: { iban: accounts.private }, cardNumber };
    const made = await world.client.createConsentConfirmationOfFunds({ headers: wishesOf(world), body });
    return consentId(await approved(world, made, 'private'));
  },
  fundsValid: async (world) => {
    const body = { account: { iban: world.facts.accounts.private } };
    const made = await world.client.createConsentConfirmationOfFunds({ headers: wishesOf(world), body });
    return consentId(await approved(world, made, 'private'));
  },

  waiting: async (world) => paymentId(await waiting(world)),
  waitingSca: async (world) => begun(world, await waiting(world)),
  later: async (world) => paymentId(await later(world)),
  laterSca: async (world) => {
    const { body } = await world.ask('GET {sepa}/{later}/authorisations');
    return (body['authorisationIds'] as string[] | undefined)?.[0] ?? '';
  },
  laterKept: async (world) =>
    paymentId(await approved(world, await pay(world, { requestedExecutionDate: dayAhead(3) }), 'private')),
  choosing: async (world) => paymentId(await choosing(world)),
  choosingSca: async (world) => {
    const { body } = await world.ask('GET {sepa}/{choosing}/authorisations');
    return (body['authorisationIds'] as string[] | undefined)?.[0] ?? '';
  },
  declined: async (world) => paymentId(await declined(world)),
  declinedSca: async (world) => {
    const { body } = await world.ask('GET {sepa}/{declined}/authorisations');
    return (body['authorisationIds'] as string[] | undefined)?.[0] ?? '';
  },
  done: async (world) => {
    const made = await approved(world, await pay(world), 'private');
    await world.psuSide.until(
      () => world.client.followNamed(made, 'status'),
      ({ text }) => /ACSC|ACCC/.test(text),
    );
    return paymentId(made);
  },
  cancelled: async (world) => {
    const made = await pay(world);
    const path = { paymentService: 'payments', paymentProduct: world.product, paymentId: paymentId(made) } as const;
    await world.client.cancelPayment({ path });
    return path.paymentId;
  },
  cancelling: async (world) => {
    await cancelling(world);
    const { path } = world.box.seen.findLast(({ method }) => method === 'DELETE') ?? { path: '' };
    return path.split('/').at(-1) ?? '';
  },
  cancellationSca: async (world) => {
    await world.value('cancelling');
    return begun(world, await cancelling(world));
  },
  partly: async (world) => {
    const debtorAccount = { iban: world.account('company') };
    return paymentId(await approved(world, await pay(world, { debtorAccount }, EXPLICIT), 'firstSigner'));
  },
  bulk: async (world) => {
    const paymentProduct = world.profile.products['bulk-payments']?.[0] ?? '';
    const path = { paymentService: 'bulk-payments', paymentProduct } as const;
    return paymentId(await world.client.initiatePayment({ path, headers: EMBEDDED, body: bulkMessage(world) }));
  },
  standing: async (world) => {
    const paymentProduct = world.profile.products['periodic-payments']?.[0] ?? '';
    const path = { paymentService: 'periodic-payments', paymentProduct } as const;
    return paymentId(await world.client.initiatePayment({ path, headers: EMBEDDED, body: standingOrder(world) }));
  },

  free: async (world) => paymentId(await pay(world, {}, EXPLICIT)),
  member: async (world) => paymentId(await pay(world, {}, EXPLICIT)),
  basket: async (world) => basketId(await basket(world)),
  basketSca: async (world) => begun(world, await basket(world)),
  basketGone: async (world) => {
    const body = { paymentIds: [paymentId(await pay(world, {}, EXPLICIT))] };
    const made = await world.client.createSigningBasket({ headers: EMBEDDED, body });
    await world.client.deleteSigningBasket({ path: { basketId: basketId(made) } });
    return basketId(made);
  },
};
