import type { AccountReference, SinglePayment } from '@xs2a/contracts';

/** Returns the body of an authorised order with its account, which the TPP named or the PSU chose with its approval. */
export function fromAccount<Body extends Pick<SinglePayment, 'debtorAccount'>>(
  body: Body,
): Body & { debtorAccount: AccountReference } {
  const { debtorAccount } = body;
  if (debtorAccount === undefined) throw new Error('an authorised order without an account');
  return { ...body, debtorAccount };
}
