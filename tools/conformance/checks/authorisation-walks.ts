import { type Answer, linksOf } from '@xs2a/client';
import { ScaStatus } from '@xs2a/contracts';
import { type Psu } from '../facts.ts';
import { scaStatusOf } from '../psu-side.ts';
import { approved, DECOUPLED, EMBEDDED, pay, REDIRECT } from '../wishes.ts';
import { type World } from '../world.ts';
import { embedded, type Walk } from './walk.ts';
import { firstOf, lacking, type Missing, needsApproach, needsPortal, needsPsu, ungiven } from './what-is-offered.ts';

export const scaWalk = (
  name: string,
  rule: string,
  events: readonly string[],
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'authorisation',
  name,
  rule: `${rule} (Implementation Guidelines, SCA Status)`,
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

const device: Missing = ({ facts }) => ungiven(facts.psus.private.device !== undefined, 'the facts name no device');

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
    'a transfer between own accounts needs no second factor (RTS 2018/389, Art. 15)',
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
