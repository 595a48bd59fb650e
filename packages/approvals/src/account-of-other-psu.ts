import { checkApprover, type PsuData, type ScaContent, type Tpp, Xs2aError } from '@xs2a/contracts';
import { type Bus, currentContext, runInContext, toRefusal } from '@xs2a/service-kit';

/** Milliseconds that a creation waits for the bank. Without an answer, the PSU is informed at the approval. */
const WAIT_MS_MAX = 1_000;

/** Field of a resource with accounts that do not belong to the PSU. */
const ACCOUNTS_OF: Readonly<Record<ScaContent['kind'], string>> = {
  consent: 'an account in access of the consent',
  fundsConsent: 'account of the consent',
  payment: 'debtorAccount of the payment',
  periodicPayment: 'debtorAccount of the payment',
  bulkPayment: 'debtorAccount of the payment',
  cancellation: 'debtorAccount of the payment',
  basket: 'an account of a member of the basket',
};

/** Error for content that concerns an account of a PSU other than the authenticated one. */
export function accountOfOtherPsu({ kind }: Pick<ScaContent, 'kind'>): Xs2aError {
  const text = `${ACCOUNTS_OF[kind]} is none of the PSU that was named`;
  return new Xs2aError('referencedResourceUnknown', { text });
}

/**
 * Refuses content that the PSU of an access token could not approve, since no other PSU may approve it instead. A PSU-ID without
 * a token proves nothing, and the answer would disclose whose account it is (decision 38).
 */
export async function refuseAccountOfOtherPsu(
  { bus }: { readonly bus: Bus },
  { tpp, psu }: { readonly tpp: Tpp; readonly psu?: PsuData | undefined },
  content: ScaContent,
): Promise<void> {
  if (psu?.authenticatedUntil === undefined) return;
  const context = currentContext();
  const deadline = Math.min(Date.now() + WAIT_MS_MAX, context.deadline ?? Infinity);
  try {
    const asked = { tpp, psu, content };
    const { mayApprove } = await runInContext({ ...context, deadline }, () => bus.ask(checkApprover, asked));
    if (mayApprove) return;
  } catch (error) {
    if (toRefusal(error).refusal.status >= 500) return;
    throw error;
  }
  throw accountOfOtherPsu(content);
}
