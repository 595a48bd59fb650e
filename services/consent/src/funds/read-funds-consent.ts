import type { readFundsConsent as operation, ReplyOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { type AddressedConsent, findConsent } from '../reading/find-consent.ts';

/** Returns a consent to confirm funds for its TPP. `account` is present in both of its forms (decision 56). */
export async function readFundsConsent(
  context: ConsentContext,
  addressed: AddressedConsent,
): Promise<ReplyOf<typeof operation>> {
  const consent = await findConsent(context.fundsConsents, addressed);
  const { content, accounts } = consent;
  const consentStatus = effectiveStatus(consent, context.now(), context.profile);
  return { ...content, account: content.account ?? accounts[0] ?? {}, consentStatus };
}
