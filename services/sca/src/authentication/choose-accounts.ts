import { Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, mustChoose } from '../model/authorisation.ts';
import { withChosenAccounts } from '../psu/named-accounts.ts';

/**
 * Writes the accounts that the PSU chose, if the choice is the PSU's, and the number of PSUs that must approve them into the
 * content. A code sent for another choice no longer counts. Returns undefined if nothing was chosen.
 */
export async function chooseAccounts(
  context: Pick<ScaContext, 'authorisations'>,
  authorisation: Authorisation,
  keys: readonly string[] | undefined,
): Promise<Authorisation | undefined> {
  const { _id, scaStatus, contentHash, offeredAccounts } = authorisation;
  if (offeredAccounts === undefined) return authorisation;
  if (keys === undefined && !mustChoose(authorisation)) return authorisation;
  const named = withChosenAccounts(authorisation, keys ?? []);
  if (named === undefined) return undefined;
  const stored = await context.authorisations.findOneAndUpdate(
    { _id, scaStatus, contentHash },
    { $set: named, $unset: { challenge: '' } },
    { returnDocument: 'after' },
  );
  if (stored === null) throw new Xs2aError('statusConflict');
  return { ...stored, ...(authorisation.session && { session: authorisation.session }) };
}
