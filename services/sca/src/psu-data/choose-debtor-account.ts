import type { Language } from '@xs2a/approvals';
import { type AccountReference, type ScaInput, Xs2aError } from '@xs2a/contracts';
import { proceedToSecondFactor } from '../authentication/accept-first-factor.ts';
import { chooseAccounts } from '../authentication/choose-accounts.ts';
import { isExempted } from '../authentication/exemption.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, mustChoose } from '../model/authorisation.ts';
import { NOT_PERMITTED_TEXT } from './permitted-in-sca-status.ts';

/** Records the account that the PSU chose through its TPP for a payment, and continues with the second factor. */
export async function chooseDebtorAccount(
  context: ScaContext,
  authorisation: Authorisation,
  { iban }: AccountReference,
  language: Language,
): Promise<Authorisation> {
  const offered = authorisation.offeredAccounts?.find(({ reference }) => reference.iban === iban);
  const chosen = offered && (await chooseAccounts(context, authorisation, [offered.key]));
  if (chosen === undefined)
    throw new Xs2aError('fieldInvalid', {
      path: 'debtorAccount.iban',
      text: 'is none of the accounts in debtorAccounts',
    });
  const ended = (await isExempted(context, chosen)) && (await endAuthorisation(context, chosen, 'exempted'));
  if (ended) return ended.authorisation;
  return (await proceedToSecondFactor(context, { authorisation: chosen }, language)).authorisation;
}

/**
 * Whether the TPP may name the account that pays: after the first factor, until a method is chosen. Refuses a method before the
 * account is known, since a code is bound to it.
 */
export function isChoiceOfAccount(
  { scaApproach, scaStatus, ...authorisation }: Authorisation,
  kind: ScaInput['kind'],
): boolean {
  if (scaApproach === 'REDIRECT' || scaStatus !== 'psuAuthenticated') return false;
  if (kind === 'methodSelection' && mustChoose(authorisation))
    throw new Xs2aError('statusInvalid', { text: `${NOT_PERMITTED_TEXT}, ${scaStatus}: it expects debtorAccount` });
  return kind === 'accountSelection' && authorisation.offeredAccounts !== undefined;
}
