import {
  accountsInContent,
  type CombinedSession,
  type initiatePayment,
  joinSession as operation,
  type RequestOf,
  type ScaContent,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';

/**
 * Joins the session of the consent that the TPP names with its payment, if the bank offers sessions and this one is open and
 * unused. Refuses a consent that is not valid or covers another account (decision 80).
 */
export async function joinSession(
  { bus, profile }: PaymentsContext,
  { tpp, consentId, requestId, psu }: RequestOf<typeof initiatePayment>,
  content: ScaContent,
): Promise<CombinedSession | undefined> {
  if (!profile.combinedService || consentId === undefined) return undefined;
  const accounts = accountsInContent(content);
  return (await bus.ask(operation, { tpp, consentId, requestId, ...(psu && { psu }), accounts })).combined;
}
