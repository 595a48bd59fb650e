import type { readFundsConsent as operation, ReplyOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { type AddressedConsent, findConsent } from '../reading/find-consent.ts';

/** What its TPP may see of a consent to confirm funds. `account` is there in both forms of it (decision 56). */
export async function readFundsConsent(
  context: ConsentContext,
  addressed: AddressedConsent,
): Promise<ReplyOf<typeof operation>> {
  const consent = await findConsent(context.fundsConsents, addressed);
  const { content, accounts } = consent;
  const consentStatus = effectiveStatus(consent, context.now(), context.profile);
  return { ...content, account: content.account ?? accounts[0] ?? {}, consentStatus };
}
