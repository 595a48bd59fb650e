import { advance, isDuplicateKey } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation, psuOf } from '../model/authorisation.ts';
import { renewRedirectSession, type StepResult } from '../session/renew-redirect-session.ts';
import { hashToken } from '../session/token.ts';
import { challengeWithdrawal } from './challenge-withdrawal.ts';

type Signed = Pick<Authorisation, 'parent' | 'requestedHash' | 'signingRound'>;

/**
 * Returns the key of a PSU's approval of a parent. It is unique until the owner does not count the approval, or the approval is
 * revoked.
 */
function signatureOf({ parent, requestedHash, signingRound = 0 }: Signed, psuId: string): string {
  // After a member leaves a basket, all PSUs must approve it again (decision 23).
  const content = parent.kind === 'basket' ? requestedHash : '';
  return hashToken(JSON.stringify([parent.kind, parent.id, content, signingRound, psuId]));
}

/** Field removed from a failed authorisation, so that its PSU may approve the parent by another one (decision 6). */
export const SIGNATURE = { signature: '' } as const;

/** Whether this PSU has approved the parent, by another authorisation stored here or according to the owner. */
export async function hasSigned(
  { authorisations }: Pick<ScaContext, 'authorisations'>,
  authorisation: Signed & Pick<Authorisation, 'signedBy'>,
  psuId: string,
): Promise<boolean> {
  if (authorisation.signedBy.includes(psuId)) return true;
  return (await authorisations.countDocuments({ signature: signatureOf(authorisation, psuId) }, { limit: 1 })) > 0;
}

/**
 * Ends an authorisation by a write that contains the signature of its PSU. Fails it instead if the PSU approved the parent by
 * another authorisation, before or at the same moment.
 */
export async function signOnce(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  authorisation: Authorisation,
  sign: (signature: string) => Promise<StepResult | null>,
): Promise<StepResult | null> {
  try {
    return await sign(signatureOf(authorisation, psuOf(authorisation).psuId));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return failAsSignedAlready(context, authorisation);
  }
}

/** The owner is not informed: a PSU who approved has not refused. */
async function failAsSignedAlready(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  authorisation: Authorisation,
): Promise<StepResult | null> {
  const at = context.now();
  const { set, session } = renewRedirectSession(authorisation, at);
  const failed = await advance(AUTHORISATIONS, context.authorisations, authorisation, 'failed', {
    at,
    by: 'sca',
    set: { ...set, signedAlready: true },
    outbox: challengeWithdrawal(authorisation, at),
  });
  if (failed === null) return null;
  await context.outbox.deliver(AUTHORISATIONS, failed);
  return { authorisation: failed, ...(session !== undefined && { session }) };
}
