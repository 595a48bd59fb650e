import { isFinal, isProvided, isTrustedBeneficiary, SCA_STATUS_MACHINE } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

/**
 * Whether the creditor of a payment is a trusted beneficiary of its account, once the authorisation has ended (decision 81).
 * Optional information: undefined if accounts does not answer.
 */
export async function trustedBeneficiaryFlag(
  { bus, profile }: Pick<ScaContext, 'bus' | 'profile'>,
  { content, psu, scaStatus }: Pick<Authorisation, 'content' | 'psu' | 'scaStatus'>,
): Promise<boolean | undefined> {
  if (!profile.trustedBeneficiaries || psu === undefined || !isFinal(SCA_STATUS_MACHINE, scaStatus)) return undefined;
  if (content.kind !== 'payment' && content.kind !== 'periodicPayment') return undefined;
  const { debtorAccount, creditorAccount } = content;
  if (!isProvided(debtorAccount)) return undefined;
  const asked = { psuId: psu.psuId, debtorAccount, creditorAccount };
  const answer = await bus.askOnce(isTrustedBeneficiary, asked).catch(() => undefined);
  return answer?.isTrusted;
}
