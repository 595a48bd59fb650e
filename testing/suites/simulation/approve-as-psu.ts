import {
  authenticatePsu,
  authoriseTransaction,
  declineAuthorisation,
  type ReplyOf,
  type ScaStatus,
  selectMethod,
  Xs2aError,
} from '@xs2a/contracts';
import type { Lane } from './lane.ts';
import { isPassing, type SimulatedClient } from './simulated-client.ts';

type Stepped = ReplyOf<typeof authenticatePsu>;

const STEPS_MAX = 80;

/**
 * Follows the link to the end as a PSU, signs in again if an answer was lost, and enters the code sent for this authorisation.
 * Returns the status on the last page, or undefined if the PSU gave up.
 */
export async function approveAsPsu(
  client: SimulatedClient,
  dbs: Lane['dbs'],
  psuId: string,
  redirectReference: string,
  decision: 'approve' | 'decline',
): Promise<ScaStatus | undefined> {
  let page: Stepped | undefined;
  for (let step = 0; step < STEPS_MAX; step++) {
    try {
      page = await nextPage(client, dbs, { page, psuId, redirectReference, decision });
      if (page.view.step === 'result') return page.view.scaStatus;
    } catch (error) {
      if (!(error instanceof Xs2aError)) throw error;
      // The page may have advanced: opening the link again leads to the current step.
      page = undefined;
      if (!isPassing(error) && step > STEPS_MAX / 2) return undefined;
      await client.pause(client.world.random.between(100, 1_000));
    }
  }
  return undefined;
}

async function nextPage(
  client: SimulatedClient,
  dbs: Lane['dbs'],
  {
    page,
    psuId,
    redirectReference,
    decision,
  }: {
    readonly page: Stepped | undefined;
    readonly psuId: string;
    readonly redirectReference: string;
    readonly decision: 'approve' | 'decline';
  },
): Promise<Stepped> {
  if (page === undefined) return client.ask(authenticatePsu, { redirectReference, psuId, password: 'password' });
  const session = page.session ?? '';
  if (decision === 'decline') return client.ask(declineAuthorisation, { session });
  if (page.view.step === 'methodSelection') return client.ask(selectMethod, { session, authenticationMethodId: 'sms' });
  const scaAuthenticationData = (await client.look(() => presentCode(dbs, page.view.authorisationId))) ?? '000000';
  return client.ask(authoriseTransaction, { session, scaAuthenticationData });
}

/** Returns the code on the PSU's phone for this authorisation. */
async function presentCode({ bank, sca }: Lane['dbs'], authorisationId: string): Promise<string | undefined> {
  const authorisation = await sca
    .collection<{ _id: string; challenge?: { id: string } }>('authorisations')
    .findOne({ _id: authorisationId });
  const message = await bank
    .collection<{ _id: string; code: string }>('inboxMessages')
    .findOne({ _id: authorisation?.challenge?.id ?? '' });
  return message?.code;
}
