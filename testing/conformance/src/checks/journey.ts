import { type Answer, linksOf } from '@xs2a/client';
import type { Psu } from '../facts.ts';
import { statusOf, type TestContext } from '../test-context.ts';
import { firstOf, type Missing, needsApproach, needsPortal, needsPsu } from './offered-features.ts';

export type MachineName = 'consent' | 'payment' | 'authorisation' | 'basket';

/** An expected path through a status machine: its events, and the steps that cause them. */
export interface Journey {
  readonly machine: MachineName;
  readonly name: string;
  readonly rule: string;
  /** The first status. Statuses between the first and the last may be passed unseen within one write. */
  readonly from: string;
  readonly events: readonly string[];
  readonly missing?: Missing;
  /** Takes the steps and records each status that a TPP sees. */
  readonly run: (context: TestContext, note: (status: string) => void) => Promise<void>;
}

export const companyAccount = (context: TestContext) => ({ iban: context.account('company') });
export const embedded = needsApproach('EMBEDDED');
/** Requires a way to have a PSU authorise; the pages of the bank if nothing goes through the TPP. */
export const authorisable: Missing = (context) => {
  const { scaApproaches } = context.profile;
  if (scaApproaches.includes('EMBEDDED')) return undefined;
  return scaApproaches.includes('REDIRECT') ? needsPortal(context) : needsApproach('EMBEDDED')(context);
};
/** Requires a way to have a PSU decline: on its device after the password, or on the pages of the bank. */
export const declinable: Missing = (context) =>
  context.profile.scaApproaches.includes('EMBEDDED') ? needsApproach('DECOUPLED')(context) : authorisable(context);
export const twoSigners = firstOf(authorisable, needsPsu('firstSigner', 'secondSigner'));
export const access = (context: TestContext) => ({ balances: [{ iban: context.facts.accounts.private }] });

/** Polls until the expected status, recording each status. */
export async function watch(
  context: TestContext,
  made: Answer,
  note: (status: string) => void,
  until: string,
): Promise<void> {
  await context.psuSide.until(
    async () => {
      const status = await statusOf(context, made);
      note(status);
      return status;
    },
    (status) => status === until,
  );
}

/** Approves a resource, recording its status before and until the expected one. */
export async function approve(
  context: TestContext,
  made: Answer,
  note: (status: string) => void,
  until: string,
  who: Psu,
): Promise<void> {
  note(await statusOf(context, made));
  await context.psuSide.finish(made, who);
  await watch(context, made, note, until);
}

/** Declines as the PSU: on its device with the embedded approach, otherwise on the pages of the bank. */
export async function decline(context: TestContext, made: Answer, psu: Psu): Promise<void> {
  if (!context.profile.scaApproaches.includes('EMBEDDED')) return declineOnPages(context, made, psu);
  const chosen = await untilMethod(context, made, psu);
  const body = { authenticationMethodId: psu.device ?? '' };
  const asked = await context.client.followNamed(chosen, 'selectAuthenticationMethod', { body });
  await context.psuSide.answerDevice(psu, false);
  await context.psuSide.untilEnded(asked);
}

async function declineOnPages(context: TestContext, made: Answer, psu: Psu): Promise<void> {
  const links = Object.keys(linksOf(made));
  const isStarted = links.includes('scaRedirect') || links.includes('scaOAuth');
  const step = isStarted ? undefined : await context.psuSide.step(links, psu);
  const started = step ? await context.client.followNamed(made, step.link, step.sent) : made;
  await context.psuSide.declineOnPages(await context.addressForPsu(started), psu);
  await context.psuSide.untilEnded(started);
}

/** Sends the password, up to the choice of a method. */
async function untilMethod(context: TestContext, made: Answer, psu: Psu): Promise<Answer> {
  const links = Object.keys(linksOf(made));
  if (links.includes('selectAuthenticationMethod')) return made;
  const step = await context.psuSide.step(links, psu);
  if (step === undefined) throw new Error(`no method can be chosen: ${links.join(', ')}`);
  return untilMethod(context, await context.client.followNamed(made, step.link, step.sent), psu);
}
