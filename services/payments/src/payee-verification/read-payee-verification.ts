import { setTimeout as pause } from 'node:timers/promises';
import {
  type readPayeeVerification as operation,
  PAYEE_VERIFICATION_MS,
  type ReplyOf,
  type RequestOf,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { PayeeCheck } from '../model/payee-check.ts';
import type { Payment } from '../model/payment.ts';
import { beginCheck } from './begin-check.ts';
import { bulkVerification } from './bulk-results.ts';
import { storeNoAnswer, verifyPayeeInBackground } from './verify-payee.ts';

/** A result is returned for a day; then the bank is asked again, since names and accounts change. */
const CURRENT_MS = 86_400_000;
/** Another replica may run the check, so its result is looked for in the database. */
const POLL_EVERY_MS = 100;

/** Returns the results of the latest checks to a PSU that begins to approve. Waits until the time of the checks is over, at most. */
export async function readPayeeVerification(
  context: PaymentsContext,
  { parent: { kind, id } }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const ids = kind === 'basket' ? await membersOf(context, id) : [id];
  return { results: await Promise.all(ids.map((one) => resultOf(context, one))) };
}

/** Ids of the members of a basket, in the order of its content. */
async function membersOf({ baskets }: PaymentsContext, _id: string): Promise<string[]> {
  const basket = await baskets.findOne({ _id });
  return (basket?.members ?? []).filter(({ left }) => !left).map((member) => member.id);
}

type Result = ReplyOf<typeof operation>['results'][number];

/** Null for a payment whose payee is not verified, and for a consent. */
async function resultOf(context: PaymentsContext, _id: string): Promise<Result> {
  const found = await context.payments.findOne({ _id });
  if (found?.payeeChecks === undefined) return null;
  const payment = await withCurrentCheck(context, found);
  const check = await waitForResult(context, payment);
  if (check && payment.order.paymentService === 'bulk-payments') return bulkVerification(context, payment, check);
  const result = check?.result;
  if (result === undefined) return { partyNameMatch: 'NOAP' };
  const { partyNameMatch, matchedName } = result;
  return { partyNameMatch, ...(matchedName !== undefined && { matchedName }) };
}

/** Begins a new check if the latest one is too old. */
async function withCurrentCheck(context: PaymentsContext, payment: Payment): Promise<Payment> {
  const result = payment.payeeChecks?.at(-1)?.result;
  if (result === undefined || context.now().getTime() - result.at.getTime() <= CURRENT_MS) return payment;
  const begun = await beginCheck(context, payment);
  if (begun !== null) verifyPayeeInBackground(context, begun);
  return begun ?? (await context.payments.findOne({ _id: payment._id })) ?? payment;
}

/**
 * Waits for the rest of the time of the check, then stores that there was no answer. The check of a bulk goes on: each PSU waits
 * for it for the full time, from now.
 */
async function waitForResult(context: PaymentsContext, payment: Payment): Promise<PayeeCheck | undefined> {
  const { payments, now } = context;
  const { _id } = payment;
  let check = payment.payeeChecks?.at(-1);
  if (check === undefined) return undefined;
  const { requestId, askedAt } = check;
  const isBulk = payment.order.paymentService === 'bulk-payments';
  const passedMs = isBulk ? 0 : Math.max(0, now().getTime() - askedAt.getTime());
  const until = performance.now() + PAYEE_VERIFICATION_MS - passedMs;
  const read = async () => (await payments.findOne({ _id }))?.payeeChecks?.find((one) => one.requestId === requestId);
  while (check !== undefined && check.result === undefined && performance.now() < until) {
    await pause(POLL_EVERY_MS);
    check = await read();
  }
  if (check === undefined || check.result !== undefined || isBulk) return check;
  await storeNoAnswer(context, payment, check);
  return read();
}
