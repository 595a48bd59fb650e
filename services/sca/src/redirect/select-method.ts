import { type selectMethod as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { withChosenAccounts } from '../psu/named-accounts.ts';
import { findBySession, hasEnded } from './find-by-link.ts';
import { type Stepped, stayed, stepped } from './step-reply.ts';

/** The PSU picks one of its methods, another one, or asks anew by the one it picked. */
export async function selectMethod(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Stepped> {
  const authorisation = await findBySession(room, request.session);
  if (hasEnded(authorisation) || authorisation.scaStatus === 'unconfirmed') return stayed(room, authorisation);
  const method = authorisation.scaMethods?.find(
    ({ authenticationMethodId }) => authenticationMethodId === request.authenticationMethodId,
  );
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  const chosen = await chooseAccounts(room, authorisation, request.accounts);
  if (chosen === undefined) return stayed(room, authorisation, 'accountsNotChosen');
  const moved = await sendChallenge(room, chosen, method, request.language);
  return stepped(room, moved.authorisation, moved.session);
}

/**
 * Writes the PSU's choice of accounts into what it approves, where the choice is the PSU's. A code that was sent for
 * another choice no longer counts. Undefined when nothing was chosen.
 */
async function chooseAccounts(
  room: ScaRoom,
  authorisation: Authorisation,
  keys: readonly string[] | undefined,
): Promise<Authorisation | undefined> {
  const { _id, scaStatus, content, contentHash, offeredAccounts } = authorisation;
  if (offeredAccounts === undefined) return authorisation;
  const chosenBefore = content.kind === 'consent' && content.grants.length > 0;
  if (keys === undefined && chosenBefore) return authorisation;
  const named = withChosenAccounts(authorisation, keys ?? []);
  if (named === undefined) return undefined;
  const stored = await room.authorisations.findOneAndUpdate(
    { _id, scaStatus, contentHash },
    { $set: { content: named.content, contentHash: named.contentHash }, $unset: { challenge: '' } },
    { returnDocument: 'after' },
  );
  if (stored === null) throw new Xs2aError('statusConflict');
  return stored;
}
