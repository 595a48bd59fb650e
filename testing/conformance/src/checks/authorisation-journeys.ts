import { type Answer, linksOf } from '@xs2a/client';
import { ScaStatus } from '@xs2a/contracts';
import { type Psu } from '../facts.ts';
import { scaStatusOf, wrongCode } from '../psu-side.ts';
import { approved, DECOUPLED, EMBEDDED, EXPLICIT, pay, REDIRECT } from '../sca-preferences.ts';
import { type TestContext } from '../test-context.ts';
import { embedded, type Journey } from './journey.ts';
import {
  firstOf,
  type Missing,
  needsApproach,
  needsPortal,
  needsPsu,
  psuMayBeUnknown,
  unlessGiven,
  unlessOffered,
} from './offered-features.ts';

export const scaJourney = (
  name: string,
  rule: string,
  events: readonly string[],
  run: Journey['run'],
  missing?: Missing,
): Journey => ({
  machine: 'authorisation',
  name,
  rule: `${rule} (Implementation Guidelines, SCA Status)`,
  from: ScaStatus.enum.received,
  events,
  ...(missing !== undefined && { missing }),
  run,
});

/** Starts without data and continues step by step, with the statuses of the answers. */
async function stepwise(
  context: TestContext,
  note: (status: string) => void,
  psu: Psu,
  until: string,
): Promise<Answer> {
  const made = await pay(context, {}, EXPLICIT);
  const start = Object.keys(linksOf(made)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  let answer = await context.client.followNamed(made, start, { headers: EMBEDDED, body: {} });
  note(scaStatusOf(answer));
  while (scaStatusOf(answer) !== until) {
    const step = await context.psuSide.step(Object.keys(linksOf(answer)), psu);
    if (step === undefined) throw new Error(`${scaStatusOf(answer)} has no next step`);
    answer = await context.client.followNamed(answer, step.link, step.sent);
    note(scaStatusOf(answer));
  }
  return answer;
}

async function onDevice(context: TestContext, note: (status: string) => void, approves: boolean): Promise<void> {
  const psu = context.psu('private');
  const chosen = await stepwise(context, note, psu, 'psuAuthenticated');
  const body = { authenticationMethodId: psu.device ?? '' };
  const asked = await context.client.followNamed(chosen, 'selectAuthenticationMethod', { body });
  note(scaStatusOf(asked));
  await context.psuSide.answerDevice(psu, approves);
  note(await context.psuSide.untilEnded(asked));
}

async function wrongCodes(context: TestContext, note: (status: string) => void): Promise<void> {
  const psu = context.psu('private');
  const challenged = await stepwise(context, note, psu, 'scaMethodSelected');
  const wrong = wrongCode(await context.psuSide.code(psu));
  for (let guess = 0; guess < context.profile.limits.wrongCredentialsMax; guess++) {
    const body = { scaAuthenticationData: wrong };
    await context.client.followNamed(challenged, 'authoriseTransaction', { body }).catch(() => undefined);
  }
  note(await context.psuSide.untilEnded(challenged));
  // A correct input resets the PSU's number of wrong ones in a row.
  await approved(context, await pay(context), 'private');
}

async function byRedirect(context: TestContext, note: (status: string) => void, approves: boolean): Promise<void> {
  const made = await pay(context, {}, { ...REDIRECT, 'TPP-Explicit-Authorisation-Preferred': 'true' });
  const started = await context.client.follow(made, 'startAuthorisation', { headers: REDIRECT, body: {} });
  note(started.body.scaStatus);
  if (approves) await context.psuSide.finish(started, context.psu('private'));
  else await context.psuSide.declineOnPages(await context.addressForPsu(started), context.psu('private'));
  note(await context.psuSide.untilEnded(started));
}

type Named = 'atStart' | 'later';

/** Approves on the device alone; the PSU is given with the start, or in the first update. */
async function decoupled(
  context: TestContext,
  note: (status: string) => void,
  approves: boolean,
  named: Named,
): Promise<void> {
  const psu = context.psu('private');
  let answer = await startDecoupled(context, named === 'atStart' ? psu : undefined);
  note(scaStatusOf(answer));
  if (named === 'later') {
    const sent = { headers: { 'PSU-ID': psu.psuId }, body: {} };
    answer = await context.client.followNamed(answer, 'updatePsuIdentification', sent);
    note(scaStatusOf(answer));
  }
  await context.psuSide.answerDevice(psu, approves);
  note(await context.psuSide.untilEnded(answer));
}

async function startDecoupled(context: TestContext, psu: Psu | undefined, body: object = {}): Promise<Answer> {
  const made = await pay(context, {}, { ...DECOUPLED, 'TPP-Explicit-Authorisation-Preferred': 'true' });
  const link = Object.keys(linksOf(made)).find((name) => name.startsWith('startAuthorisation')) ?? '';
  const headers = { ...DECOUPLED, ...(psu !== undefined && { 'PSU-ID': psu.psuId }) };
  return context.client.followNamed(made, link, { headers, body });
}

const device: Missing = ({ facts }) => unlessGiven(facts.psus.private.device !== undefined, 'the facts name no device');

export const AUTHORISATION_JOURNEYS: readonly Journey[] = [
  scaJourney(
    'step by step',
    'PSU-ID, password, method, code',
    ['identified', 'authenticated', 'methodSelected', 'approved'],
    async (context, note) => {
      await stepwise(context, note, context.psu('private'), 'finalised');
    },
    embedded,
  ),
  scaJourney(
    'wrong codes',
    'too many wrong codes end it',
    ['identified', 'authenticated', 'methodSelected', 'failed'],
    wrongCodes,
    embedded,
  ),
  scaJourney(
    'on the device',
    'the device is asked after the password',
    ['identified', 'authenticated', 'opened', 'approved'],
    (context, note) => onDevice(context, note, true),
    firstOf(needsApproach('EMBEDDED', 'DECOUPLED'), device),
  ),
  scaJourney(
    'on the device, declined',
    'the PSU says no',
    ['identified', 'authenticated', 'opened', 'failed'],
    (context, note) => onDevice(context, note, false),
    firstOf(needsApproach('EMBEDDED', 'DECOUPLED'), device),
  ),
  scaJourney(
    'by redirect',
    'everything on the pages of the bank',
    ['authenticated', 'methodSelected', 'approved'],
    (context, note) => byRedirect(context, note, true),
    firstOf(needsApproach('REDIRECT'), needsPortal, ({ profile }) =>
      unlessOffered(!profile.authorisationConfirmation, 'the TPP must confirm'),
    ),
  ),
  scaJourney(
    'by redirect, declined',
    'the PSU declines on the pages of the bank',
    ['authenticated', 'failed'],
    (context, note) => byRedirect(context, note, false),
    firstOf(needsApproach('REDIRECT'), needsPortal),
  ),
  scaJourney(
    'decoupled',
    'the device alone',
    ['opened', 'approved'],
    (context, note) => decoupled(context, note, true, 'atStart'),
    firstOf(needsApproach('DECOUPLED'), device),
  ),
  scaJourney(
    'decoupled, declined',
    'the device alone: no',
    ['opened', 'failed'],
    (context, note) => decoupled(context, note, false, 'atStart'),
    firstOf(needsApproach('DECOUPLED'), device),
  ),
  scaJourney(
    'decoupled, named later',
    'the device alone, once the PSU is known',
    ['opened', 'approved'],
    (context, note) => decoupled(context, note, true, 'later'),
    firstOf(needsApproach('DECOUPLED'), device, psuMayBeUnknown),
  ),
  scaJourney(
    'decoupled, without a device',
    'a PSU without a device cannot be asked on one',
    ['failed'],
    // Before the password nothing discloses that there is no device.
    async (context, note) => {
      const psu = context.psu('withoutMethod');
      note(scaStatusOf(await startDecoupled(context, psu, { psuData: { password: psu.password } })));
    },
    firstOf(needsApproach('EMBEDDED', 'DECOUPLED'), needsPsu('withoutMethod')),
  ),
  scaJourney(
    'exempted',
    'a transfer between own accounts needs no second factor (RTS 2018/389, Art. 15)',
    ['exempted'],
    async (context, note) => {
      const own = {
        debtorAccount: { iban: context.account('exemptedFrom') },
        creditorAccount: { iban: context.account('exemptedTo') },
      };
      note(await context.psuSide.finish(await pay(context, own), context.psu('exempted')));
    },
    firstOf(embedded, needsPsu('exempted')),
  ),
  scaJourney(
    'without a method',
    'a PSU without a method cannot authorise',
    ['failed'],
    async (context, note) => {
      note(await context.psuSide.finish(await pay(context), context.psu('withoutMethod')));
    },
    firstOf(embedded, needsPsu('withoutMethod')),
  ),
];
