import { languageFor } from '@xs2a/approvals';
import type { readScaStatus as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { findForTpp } from './find-for-tpp.ts';
import { psuMessageOf } from './psu-message.ts';
import { trustedBeneficiaryFlag } from './trusted-beneficiary.ts';

/** The scaStatus, and the message to show to the PSU. */
export async function readScaStatus(
  context: Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'now'>,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const authorisation = await findForTpp(context, request);
  const { scaStatus, language } = authorisation;
  const psuMessage = psuMessageOf(context, authorisation, languageFor(context.profile, language));
  const trusted = await trustedBeneficiaryFlag(context, authorisation);
  return { scaStatus, psuMessage, ...(trusted !== undefined && { trustedBeneficiaryFlag: trusted }) };
}
