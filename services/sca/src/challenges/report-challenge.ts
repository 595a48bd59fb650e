import { type reportChallenge as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { approveAuthorisation } from '../authorisation/approve-authorisation.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import { failIfOverdue } from '../authorisation/fail-if-overdue.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded, mustChoose } from '../model/authorisation.ts';
import { withChosenAccounts } from '../psu/named-accounts.ts';

/**
 * Records the PSU's answer on its device, as reported by the bank. It counts only for the newest challenge of an authorisation,
 * for the content of that challenge, and in time. A repeated or late report changes nothing.
 */
export async function reportChallenge(
  context: ScaContext,
  { challengeId, contentHash, verdict, account }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await context.authorisations.findOne({ 'challengesAsked.id': challengeId });
  if (found === null) throw new Xs2aError('authorisationUnknown');
  const authorisation = await failIfOverdue(context, found);
  const { scaStatus, challenge } = authorisation;
  // The PSU answered before the challenge was stored as sent. The bank's next report counts.
  if (isBeingSent(authorisation, challengeId, context.now())) throw new Xs2aError('requestInFlight');
  if (challenge?.id !== challengeId || scaStatus !== 'started') return { scaStatus };
  if (!isContentOf(authorisation, challengeId, contentHash))
    throw new Xs2aError('fieldInvalid', { path: 'contentHash' });
  // On a page the PSU may request another challenge. Elsewhere the authorisation timed out with the challenge.
  if (challenge.until <= context.now()) return { scaStatus };
  const ended = await (verdict === 'approved'
    ? approveAuthorisation(context, await withAccount(context, authorisation, account))
    : endAuthorisation(context, authorisation, 'failed'));
  if (ended !== null) return { scaStatus: ended.authorisation.scaStatus };
  const present = await context.authorisations.findOne({ _id: authorisation._id });
  return { scaStatus: present?.scaStatus ?? scaStatus };
}

/** Whether the challenge was sent for this content, to which the PSU may have added the account since. */
function isContentOf(
  { contentHash, offeredAccounts, challengesAsked = [] }: Authorisation,
  challengeId: string,
  asked: string,
): boolean {
  const sent = challengesAsked.find(({ id }) => id === challengeId);
  return contentHash === asked || (offeredAccounts !== undefined && sent?.contentHash === asked);
}

/** Writes the account that the PSU chose on its device into the content. */
async function withAccount(
  { authorisations }: Pick<ScaContext, 'authorisations'>,
  authorisation: Authorisation,
  key: string | undefined,
): Promise<Authorisation> {
  if (!mustChoose(authorisation)) return authorisation;
  const chosen = withChosenAccounts(authorisation, key === undefined ? [] : [key]);
  if (chosen === undefined)
    throw new Xs2aError('fieldInvalid', { path: 'account', text: 'must be the key of one of offeredAccounts' });
  const { _id, contentHash, challenge } = authorisation;
  const isPresent = { _id, contentHash, 'challenge.id': challenge?.id ?? '' };
  const stored = await authorisations.findOneAndUpdate(isPresent, { $set: chosen }, { returnDocument: 'after' });
  if (stored === null) throw new Xs2aError('statusConflict');
  return stored;
}

/** Whether this challenge is newer than the present one and may still replace it. */
function isBeingSent(authorisation: Authorisation, challengeId: string, at: Date): boolean {
  const { challenge, challengesAsked = [] } = authorisation;
  if (hasEnded(authorisation)) return false;
  const asked = challengesAsked.findIndex(({ id }) => id === challengeId);
  const present = challengesAsked.findIndex(({ id }) => id === challenge?.id);
  return asked > present && (challengesAsked[asked]?.until ?? at) > at;
}
