import { type Answer, linksOf } from '@xs2a/client';
import { type ConsentStatus, ScaStatus, type TransactionStatus } from '@xs2a/contracts';
import type { Psu } from '../facts.ts';
import { approved, consentFor, DECOUPLED, EMBEDDED, EXPLICIT, pay, REDIRECT } from '../makings.ts';
import { dayAhead } from '../orders.ts';
import { scaStatusOf } from '../psu-side.ts';
import { statusOf, type World } from '../world.ts';
import { firstOf, lacking, type Missing, needsApproach, needsPortal, needsPsu } from './what-is-offered.ts';

export type MachineName = 'consent' | 'payment' | 'authorisation' | 'basket';

/** A way through a status machine, as it should be: the events, and what a TPP sees in between. */
export interface Walk {
  readonly machine: MachineName;
  readonly name: string;
  readonly rule: string;
  /** From the first status over events to the last; those in between may pass within one write, unseen. */
  readonly from: string;
  readonly events: readonly string[];
  readonly missing?: Missing;
  /** Walks it; notes each status that is seen. */
  readonly walk: (world: World, note: (status: string) => void) => Promise<void>;
}

const company = (world: World) => ({ iban: world.account('company') });
const embedded = needsApproach('EMBEDDED');
const company2 = firstOf(embedded, needsPsu('firstSigner', 'secondSigner'));
const access = (world: World) => ({ balances: [{ iban: world.facts.accounts.private }] });

async function watch(world: World, made: Answer, note: (status: string) => void, until: string): Promise<void> {
  await world.psuSide.until(
    async () => {
      const status = await statusOf(world, made);
      note(status);
      return status;
    },
    (status) => status === until,
  );
}

/** Approves what was made, noting its status before and until it has got where it should. */
async function approve(
  world: World,
  made: Answer,
  note: (status: string) => void,
  until: string,
  who: Psu,
): Promise<void> {
  note(await statusOf(world, made));
  await world.psuSide.finish(made, who);
  await watch(world, made, note, until);
}

const consentWalk = (
  name: string,
  rule: string,
  events: ConsentEvents,
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'consent',
  name,
  rule: `${rule} (field guide 1.1)`,
  from: 'received' satisfies ConsentStatus,
  events,
  missing: firstOf(embedded, missing),
  walk,
});
type ConsentEvents = readonly string[];

export const CONSENT_WALKS: readonly Walk[] = [
  consentWalk(
    'granted, given back',
    'a TPP gives back what it was granted',
    ['authorised', 'terminated'],
    async (world, note) => {
      const made = await consentFor(world, access(world));
      await approve(world, made, note, 'valid', world.psu('private'));
      await world.client.deleteConsent({ path: { consentId: made.body.consentId } });
      note(await statusOf(world, made));
    },
  ),
  consentWalk('given back before', 'a TPP gives back what was not granted yet', ['terminated'], async (world, note) => {
    const made = await consentFor(world, access(world));
    note(await statusOf(world, made));
    await world.client.deleteConsent({ path: { consentId: made.body.consentId } });
    note(await statusOf(world, made));
  }),
  consentWalk(
    'not granted',
    'a PSU that cannot authorise grants nothing',
    ['refused'],
    async (world, note) => {
      const made = await consentFor(world, { availableAccounts: 'allAccounts' });
      await approve(world, made, note, 'rejected', world.psu('withoutMethod'));
    },
    needsPsu('withoutMethod'),
  ),
  consentWalk(
    'granted by two',
    'what concerns the account of a company is granted by both signers',
    ['partlyAuthorised', 'authorised'],
    async (world, note) => {
      const made = await consentFor(world, { balances: [company(world)] });
      await approve(world, made, note, 'partiallyAuthorised', world.psu('firstSigner'));
      await approve(world, made, note, 'valid', world.psu('secondSigner'));
    },
    company2,
  ),
  consentWalk(
    'given back between two',
    'a consent that one of two granted can be given back',
    ['partlyAuthorised', 'terminated'],
    async (world, note) => {
      const made = await consentFor(world, { balances: [company(world)] });
      await approve(world, made, note, 'partiallyAuthorised', world.psu('firstSigner'));
      await world.client.deleteConsent({ path: { consentId: made.body.consentId } });
      note(await statusOf(world, made));
    },
    company2,
  ),
  consentWalk(
    'declined by the second',
    'a consent that one of two declines is rejected',
    ['partlyAuthorised', 'refused'],
    async (world, note) => {
      const made = await consentFor(world, { balances: [company(world)] });
      await approve(world, made, note, 'partiallyAuthorised', world.psu('firstSigner'));
      await declineOnDevice(world, made, world.psu('secondSigner'));
      await watch(world, made, note, 'rejected');
    },
    company2,
  ),
  consentWalk(
    'superseded',
    'a new recurring consent ends the one before (interface 4.2 rule 1)',
    ['authorised', 'superseded'],
    async (world, note) => {
      const recurring = { recurringIndicator: true, frequencyPerDay: 4 };
      const made = await consentFor(world, { balances: [{ iban: world.account('poor') }] }, recurring);
      await approve(world, made, note, 'valid', world.psu('poor'));
      await approved(
        world,
        await consentFor(world, { balances: [{ iban: world.account('poor') }] }, recurring),
        'poor',
      );
      await watch(world, made, note, 'expired');
    },
    needsPsu('poor'),
  ),
  consentWalk(
    'withdrawn by the PSU',
    'a PSU withdraws at its bank what it granted',
    ['authorised', 'revoked'],
    async (world, note) => {
      const made = await consentFor(world, access(world));
      await approve(world, made, note, 'valid', world.psu('private'));
      await world.psuSide.withdraw(world.psu('private'), made.body.consentId);
      await watch(world, made, note, 'revokedByPsu');
    },
    needsPortal,
  ),
];

/** A PSU that is asked on its device says no. */
async function declineOnDevice(world: World, made: Answer, psu: Psu): Promise<Answer> {
  const chosen = await untilMethod(world, made, psu);
  const body = { authenticationMethodId: psu.device ?? '' };
  const asked = await world.client.followNamed(chosen, 'selectAuthenticationMethod', { body });
  await world.psuSide.answerDevice(psu, false);
  await world.psuSide.untilEnded(asked);
  return asked;
}

/** The password is given, and a method is to be chosen. */
export async function untilMethod(world: World, made: Answer, psu: Psu): Promise<Answer> {
  const links = Object.keys(linksOf(made));
  if (links.includes('selectAuthenticationMethod')) return made;
  const step = await world.psuSide.step(links, psu);
  if (step === undefined) throw new Error(`no method can be chosen: ${links.join(', ')}`);
  return untilMethod(world, await world.client.followNamed(made, step.link, step.sent), psu);
}

const paymentWalk = (
  name: string,
  rule: string,
  events: readonly string[],
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'payment',
  name,
  rule: `${rule} (field guide 1.2)`,
  from: 'RCVD' satisfies TransactionStatus,
  events,
  missing: firstOf(embedded, missing),
  walk,
});

const LATER = (): object => ({ requestedExecutionDate: dayAhead(3) });
const AUTHORISED: Readonly<Record<string, readonly string[]>> = {
  technical: ['authorised'],
  profile: ['authorised', 'profileChecked'],
  funds: ['authorised', 'profileChecked', 'fundsChecked'],
};
/** What an authorised payment is, by the style of the profile; rows below are those of `profile`. */
const styled: Missing = ({ profile }) =>
  lacking(profile.transactionStatusStyle === 'profile', `the status style is ${profile.transactionStatusStyle}`);
const DONE = [...(AUTHORISED['profile'] ?? [])];

async function cancel(world: World, made: Answer<'initiatePayment'>, who: Psu): Promise<void> {
  const { paymentId } = made.body;
  const path = { paymentService: 'payments', paymentProduct: world.product, paymentId } as const;
  const asked = await world.client.cancelPayment({ path, headers: EMBEDDED });
  if (Object.keys(linksOf(asked)).some((name) => name.startsWith('start'))) await world.psuSide.finish(asked, who);
}

export const PAYMENT_WALKS: readonly Walk[] = [
  paymentWalk(
    'executed',
    'an approved payment is executed',
    [...DONE, 'settling', 'settled'],
    async (world, note) => {
      await approve(world, await pay(world), note, 'ACSC', world.psu('private'));
    },
    styled,
  ),
  paymentWalk(
    'of a later day, cancelled',
    'a payment of a later day is cancelled by its PSU (8.3)',
    [...DONE, 'cancelled'],
    async (world, note) => {
      const made = await pay(world, LATER());
      await approve(world, made, note, 'ACCP', world.psu('private'));
      await cancel(world, made, world.psu('private'));
      await watch(world, made, note, 'CANC');
    },
    styled,
  ),
  paymentWalk(
    'of a Sunday',
    'a day without banking is moved to the next',
    ['authorised', 'changed'],
    async (world, note) => {
      const made = await pay(world, { requestedExecutionDate: dayAhead(0) });
      await approve(world, made, note, 'ACWC', world.psu('private'));
    },
    ({ profile }) => lacking(profile.nonBankingDay === 'shift', 'such days are refused'),
  ),
  paymentWalk(
    'of a Sunday, cancelled',
    'a payment that was moved is cancelled by its PSU',
    ['authorised', 'changed', 'cancelled'],
    async (world, note) => {
      const made = await pay(world, { requestedExecutionDate: dayAhead(0) });
      await approve(world, made, note, 'ACWC', world.psu('private'));
      await cancel(world, made, world.psu('private'));
      await watch(world, made, note, 'CANC');
    },
    ({ profile }) => lacking(profile.nonBankingDay === 'shift', 'such days are refused'),
  ),
  paymentWalk(
    'withdrawn before',
    'a TPP withdraws a payment that nobody approved',
    ['cancelled'],
    async (world, note) => {
      const made = await pay(world);
      note(await statusOf(world, made));
      await cancel(world, made, world.psu('private'));
      note(await statusOf(world, made));
    },
  ),
  paymentWalk(
    'not approved',
    'a payment of a PSU that cannot authorise is rejected',
    ['refused'],
    async (world, note) => {
      await approve(world, await pay(world), note, 'RJCT', world.psu('withoutMethod'));
    },
    needsPsu('withoutMethod'),
  ),
  paymentWalk(
    'of a company',
    'two signers: partly after the first',
    ['partlyAuthorised', ...DONE, 'settling', 'settled'],
    async (world, note) => {
      const made = await pay(world, { debtorAccount: company(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await approve(world, made, note, 'ACSC', world.psu('secondSigner'));
    },
    firstOf(company2, styled),
  ),
  paymentWalk(
    'of a company, withdrawn',
    'a TPP withdraws what one of two approved',
    ['partlyAuthorised', 'cancelled'],
    async (world, note) => {
      const made = await pay(world, { debtorAccount: company(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await cancel(world, made, world.psu('firstSigner'));
      await watch(world, made, note, 'CANC');
    },
    company2,
  ),
  paymentWalk(
    'of a company, declined',
    'one of two declines',
    ['partlyAuthorised', 'refused'],
    async (world, note) => {
      const made = await pay(world, { debtorAccount: company(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await declineOnDevice(world, made, world.psu('secondSigner'));
      await watch(world, made, note, 'RJCT');
    },
    company2,
  ),
  paymentWalk(
    'without funds',
    'a payment waits for funds, and is cancelled',
    [...DONE, 'cancelled'],
    async (world, note) => {
      const made = await pay(world, tooMuch(world));
      await approve(world, made, note, 'ACCP', world.psu('poor'));
      await cancel(world, made, world.psu('poor'));
      await watch(world, made, note, 'CANC');
    },
    firstOf(needsPsu('poor'), styled, ({ profile }) =>
      lacking(profile.fundsCheck && profile.withoutFunds === 'wait', 'payments do not wait for funds'),
    ),
  ),
  paymentWalk(
    'without funds, rejected',
    'rejected, where the TPP prefers that',
    [...DONE, 'rejected'],
    async (world, note) => {
      const headers = { ...EMBEDDED, 'TPP-Rejection-NoFunds-Preferred': 'true' };
      await approve(world, await pay(world, tooMuch(world), headers), note, 'RJCT', world.psu('poor'));
    },
    firstOf(needsPsu('poor'), styled, ({ profile }) => lacking(profile.fundsCheck, 'funds are not checked')),
  ),
];

function tooMuch(world: World): object {
  const instructedAmount = { currency: world.facts.currency, amount: world.facts.amounts.tooMuch };
  return { instructedAmount, debtorAccount: { iban: world.account('poor') } };
}

const basketWalk = (
  name: string,
  rule: string,
  events: readonly string[],
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'basket',
  name,
  rule: `${rule} (field guide 1.4)`,
  from: 'RCVD',
  events,
  missing: firstOf(
    embedded,
    ({ profile }) => lacking(profile.signingBaskets.membersMax > 0, 'baskets are not offered'),
    missing,
  ),
  walk,
});

async function basketOf(world: World, change: object = {}) {
  const member = await pay(world, change, EXPLICIT);
  return world.client.createSigningBasket({ headers: EMBEDDED, body: { paymentIds: [member.body.paymentId] } });
}

export const BASKET_WALKS: readonly Walk[] = [
  basketWalk('approved', 'a basket is approved with one SCA', ['authorised'], async (world, note) => {
    await approve(world, await basketOf(world), note, 'ACTC', world.psu('private'));
  }),
  basketWalk('given up', 'a basket that nobody approved is deleted', ['cancelled'], async (world, note) => {
    const made = await basketOf(world);
    note(await statusOf(world, made));
    await world.client.deleteSigningBasket({ path: { basketId: made.body.basketId } });
    note(await statusOf(world, made));
  }),
  basketWalk('declined', 'a basket that the PSU declines is rejected', ['refused'], async (world, note) => {
    const made = await basketOf(world);
    note(await statusOf(world, made));
    await declineOnDevice(world, made, world.psu('private'));
    await watch(world, made, note, 'RJCT');
  }),
  basketWalk(
    'of a company',
    'two signers: partly after the first',
    ['partlyAuthorised', 'authorised'],
    async (world, note) => {
      const made = await basketOf(world, { debtorAccount: company(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await approve(world, made, note, 'ACTC', world.psu('secondSigner'));
    },
    company2,
  ),
  basketWalk(
    'of a company, declined',
    'one of two declines',
    ['partlyAuthorised', 'refused'],
    async (world, note) => {
      const made = await basketOf(world, { debtorAccount: company(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await declineOnDevice(world, made, world.psu('secondSigner'));
      await watch(world, made, note, 'RJCT');
    },
    company2,
  ),
];

const scaWalk = (
  name: string,
  rule: string,
  events: readonly string[],
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'authorisation',
  name,
  rule: `${rule} (field guide 1.3)`,
  from: ScaStatus.enum.received,
  events,
  ...(missing !== undefined && { missing }),
  walk,
});

/** Starts with nothing, and goes on step by step; the statuses are those of the answers. */
async function stepwise(world: World, note: (status: string) => void, psu: Psu, until: string): Promise<Answer> {
  const made = await pay(world);
  const start = Object.keys(linksOf(made)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  let answer = await world.client.followNamed(made, start, { headers: EMBEDDED, body: {} });
  note(scaStatusOf(answer));
  while (scaStatusOf(answer) !== until) {
    const step = await world.psuSide.step(Object.keys(linksOf(answer)), psu);
    if (step === undefined) throw new Error(`${scaStatusOf(answer)} has no next step`);
    answer = await world.client.followNamed(answer, step.link, step.sent);
    note(scaStatusOf(answer));
  }
  return answer;
}

async function onDevice(world: World, note: (status: string) => void, approves: boolean): Promise<void> {
  const psu = world.psu('private');
  const chosen = await stepwise(world, note, psu, 'psuAuthenticated');
  const body = { authenticationMethodId: psu.device ?? '' };
  const asked = await world.client.followNamed(chosen, 'selectAuthenticationMethod', { body });
  note(scaStatusOf(asked));
  await world.psuSide.answerDevice(psu, approves);
  note(await world.psuSide.untilEnded(asked));
}

async function wrongCodes(world: World, note: (status: string) => void): Promise<void> {
  const psu = world.psu('private');
  const challenged = await stepwise(world, note, psu, 'scaMethodSelected');
  const right = await world.psuSide.code(psu);
  const wrong = String((Number(right) + 1) % 10 ** right.length).padStart(right.length, '0');
  for (let guess = 0; guess < world.profile.limits.wrongCredentialsMax; guess++) {
    const body = { scaAuthenticationData: wrong };
    await world.client.followNamed(challenged, 'authoriseTransaction', { body }).catch(() => undefined);
  }
  note(await world.psuSide.untilEnded(challenged));
  // Its row of wrong inputs ends with a right one.
  await approved(world, await pay(world), 'private');
}

async function byRedirect(world: World, note: (status: string) => void, approves: boolean): Promise<void> {
  const made = await pay(world, {}, { ...REDIRECT, 'TPP-Explicit-Authorisation-Preferred': 'true' });
  const started = await world.client.follow(made, 'startAuthorisation', { headers: REDIRECT, body: {} });
  note(started.body.scaStatus);
  const href = started.body._links.scaRedirect?.href ?? '';
  if (approves) await world.psuSide.approveOnPages(href, world.psu('private'));
  else await world.psuSide.declineOnPages(href, world.psu('private'));
  note(await world.psuSide.untilEnded(started));
}

type Named = 'atStart' | 'later';

/** The device alone; the PSU is named with the start, or by the first thing that is sent to it. */
async function decoupled(world: World, note: (status: string) => void, approves: boolean, named: Named): Promise<void> {
  const psu = world.psu('private');
  let answer = await startDecoupled(world, named === 'atStart' ? psu : undefined);
  note(scaStatusOf(answer));
  if (named === 'later') {
    const sent = { headers: { 'PSU-ID': psu.psuId }, body: {} };
    answer = await world.client.followNamed(answer, 'updatePsuIdentification', sent);
    note(scaStatusOf(answer));
  }
  await world.psuSide.answerDevice(psu, approves);
  note(await world.psuSide.untilEnded(answer));
}

async function startDecoupled(world: World, psu: Psu | undefined): Promise<Answer> {
  const made = await pay(world, {}, DECOUPLED);
  const link = Object.keys(linksOf(made)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  const headers = { ...DECOUPLED, ...(psu !== undefined && { 'PSU-ID': psu.psuId }) };
  return world.client.followNamed(made, link, { headers, body: {} });
}

const device: Missing = ({ facts }) => lacking(facts.psus.private.device !== undefined, 'the facts name no device');

export const AUTHORISATION_WALKS: readonly Walk[] = [
  scaWalk(
    'step by step',
    'PSU-ID, password, method, code',
    ['identified', 'authenticated', 'methodSelected', 'approved'],
    async (world, note) => {
      await stepwise(world, note, world.psu('private'), 'finalised');
    },
    embedded,
  ),
  scaWalk(
    'wrong codes',
    'too many wrong codes end it',
    ['identified', 'authenticated', 'methodSelected', 'failed'],
    wrongCodes,
    embedded,
  ),
  scaWalk(
    'on the device',
    'the device is asked after the password',
    ['identified', 'authenticated', 'opened', 'approved'],
    (world, note) => onDevice(world, note, true),
    firstOf(embedded, device),
  ),
  scaWalk(
    'on the device, declined',
    'the PSU says no',
    ['identified', 'authenticated', 'opened', 'failed'],
    (world, note) => onDevice(world, note, false),
    firstOf(embedded, device),
  ),
  scaWalk(
    'by redirect',
    'everything on the pages of the bank',
    ['authenticated', 'methodSelected', 'approved'],
    (world, note) => byRedirect(world, note, true),
    firstOf(needsApproach('REDIRECT'), needsPortal, ({ profile }) =>
      lacking(!profile.authorisationConfirmation, 'the TPP must confirm'),
    ),
  ),
  scaWalk(
    'by redirect, declined',
    'the PSU declines on the pages of the bank',
    ['authenticated', 'failed'],
    (world, note) => byRedirect(world, note, false),
    firstOf(needsApproach('REDIRECT'), needsPortal),
  ),
  scaWalk(
    'decoupled',
    'the device alone',
    ['opened', 'approved'],
    (world, note) => decoupled(world, note, true, 'atStart'),
    firstOf(needsApproach('DECOUPLED'), device),
  ),
  scaWalk(
    'decoupled, declined',
    'the device alone: no',
    ['opened', 'failed'],
    (world, note) => decoupled(world, note, false, 'atStart'),
    firstOf(needsApproach('DECOUPLED'), device),
  ),
  scaWalk(
    'decoupled, named later',
    'the device alone, once the PSU is known',
    ['opened', 'approved'],
    (world, note) => decoupled(world, note, true, 'later'),
    firstOf(needsApproach('DECOUPLED'), device),
  ),
  scaWalk(
    'decoupled, without a device',
    'a PSU without a device cannot be asked on one',
    ['failed'],
    async (world, note) => note(scaStatusOf(await startDecoupled(world, world.psu('poor')))),
    firstOf(needsApproach('DECOUPLED'), needsPsu('poor')),
  ),
  scaWalk(
    'exempted',
    'a transfer between own accounts needs no second factor (RTS 2018/389 Art. 15)',
    ['exempted'],
    async (world, note) => {
      const own = {
        debtorAccount: { iban: world.account('exemptedFrom') },
        creditorAccount: { iban: world.account('exemptedTo') },
      };
      note(await world.psuSide.finish(await pay(world, own), world.psu('exempted')));
    },
    firstOf(embedded, needsPsu('exempted')),
  ),
  scaWalk(
    'without a method',
    'a PSU without a method cannot authorise',
    ['failed'],
    async (world, note) => {
      note(await world.psuSide.finish(await pay(world), world.psu('withoutMethod')));
    },
    firstOf(embedded, needsPsu('withoutMethod')),
  ),
];
