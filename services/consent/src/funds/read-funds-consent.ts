import type { readFundsConsent as operation, ReplyOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { type Addressed, findAddressed } from '../reading/read-consent.ts';

/** What its TPP may see of a confirmation-of-funds consent; `account` in both forms (field guide 12, row 12). */
export async function readFundsConsent(
  context: ConsentContext,
  addressed: Addressed,
): Promise<ReplyOf<typeof operation>> {
  const consent = await findAddressed(context.fundsConsents, addressed);
  const { content, accounts } = consent;
  const consentStatus = effectiveStatus(consent, context.now(), context.profile);
  return { ...content, account: content.account ?? accounts[0] ?? {}, consentStatus };
}
