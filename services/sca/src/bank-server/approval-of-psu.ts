import { identifyPsu, type ScaProblem } from '@xs2a/contracts';
import { psuAndAccounts } from '../authentication/psu-fields.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findCurrentObstacle } from '../psu/current-obstacle.ts';
import { withChosenAccounts } from '../psu/named-accounts.ts';
import { withPayeeVerified } from '../psu/payee-verification.ts';

/** The PSU that has signed in at the bank's own server, with its chosen accounts where a choice is required. */
export interface SignedIn {
  readonly psuId: string;
  readonly corporateId?: string | undefined;
  readonly accounts?: readonly string[] | undefined;
}

/** Fields of an authorisation once this PSU approves it. */
export type ApprovalFields = ReturnType<typeof psuAndAccounts>;

/**
 * Returns the content that this PSU may approve, with its accounts as the bank knows them now, or the obstacle. Does not ask for
 * its methods: the bank's server has its own factors.
 */
export async function approvalOfPsu(
  context: Pick<ScaContext, 'authorisations' | 'bus' | 'profile'>,
  authorisation: Authorisation,
  { psuId, corporateId, accounts }: SignedIn,
): Promise<ApprovalFields | ScaProblem> {
  const { tppId } = authorisation;
  const psu = await context.bus.ask(identifyPsu, { psuId, tppId, ...(corporateId !== undefined && { corporateId }) });
  if (!psu.known) return psu.blocked ? 'serviceBlocked' : 'bankSignInUnknown';
  const problem = await findCurrentObstacle(context, authorisation, psu, psuId, true);
  if (problem !== undefined) return problem;
  const fields = psuAndAccounts(await withPayeeVerified(context, authorisation), psu, psuId);
  if (fields.offeredAccounts === undefined || accounts === undefined) return fields;
  const chosen = withChosenAccounts(fields, accounts);
  return chosen === undefined ? 'accountsNotChosen' : { ...fields, ...chosen };
}
