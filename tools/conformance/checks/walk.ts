import { type Answer, linksOf } from '@xs2a/client';
import type { Psu } from '../facts.ts';
import { statusOf, type World } from '../world.ts';
import { firstOf, type Missing, needsApproach, needsPsu } from './what-is-offered.ts';

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

export const companyAccount = (world: World) => ({ iban: world.account('company') });
export const embedded = needsApproach('EMBEDDED');
export const twoSigners = firstOf(embedded, needsPsu('firstSigner', 'secondSigner'));
export const access = (world: World) => ({ balances: [{ iban: world.facts.accounts.private }] });

/** Looks until it has got where it should, noting each status on the way. */
export async function watch(world: World, made: Answer, note: (status: string) => void, until: string): Promise<void> {
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
export async function approve(
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

/** A PSU that is asked on its device says no. */
export async function declineOnDevice(world: World, made: Answer, psu: Psu): Promise<Answer> {
  const chosen = await untilMethod(world, made, psu);
  const body = { authenticationMethodId: psu.device ?? '' };
  const asked = await world.client.followNamed(chosen, 'selectAuthenticationMethod', { body });
  await world.psuSide.answerDevice(psu, false);
  await world.psuSide.untilEnded(asked);
  return asked;
}

/** The password is given, and a method is to be chosen. */
async function untilMethod(world: World, made: Answer, psu: Psu): Promise<Answer> {
  const links = Object.keys(linksOf(made));
  if (links.includes('selectAuthenticationMethod')) return made;
  const step = await world.psuSide.step(links, psu);
  if (step === undefined) throw new Error(`no method can be chosen: ${links.join(', ')}`);
  return untilMethod(world, await world.client.followNamed(made, step.link, step.sent), psu);
}
