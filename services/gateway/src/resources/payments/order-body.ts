import {
  ACCOUNT_NOT_PROVIDED,
  type AccountReference,
  type AspspProfile,
  faultsIn,
  isProvided,
  type PaymentProduct,
  productFaults,
  refuseFaults,
} from '@xs2a/contracts';
import type { z } from 'zod';
import type { Call } from '../../request/call.ts';
import { bodyOf } from '../../request/parse-input.ts';

/**
 * Returns the order in a body. If its form is invalid, the error also names fields that its product needs or does not use
 * (decision 11). Without an account, which the PSU then chooses, it has the placeholder for one.
 */
export function orderBody<Schema extends z.ZodType<{ debtorAccount?: AccountReference | undefined }>>(
  call: Pick<Call, 'body'>,
  schema: Schema,
  { product, debtorAccount }: { readonly product: PaymentProduct } & Pick<AspspProfile, 'debtorAccount'>,
): z.output<Schema> & { debtorAccount: AccountReference } {
  try {
    const body = bodyOf(call, schema);
    return { ...body, debtorAccount: body.debtorAccount ?? ACCOUNT_NOT_PROVIDED };
  } catch (error) {
    const faults = faultsIn(error);
    const reported = new Set(faults.map(({ path }) => path?.split('.')[0]));
    if (!isObject(call.body)) throw error;
    // Null counts as absent (decision 13).
    const given = Object.fromEntries(Object.entries(call.body).filter(([, value]) => value !== null));
    // An invalid body does not tell where the creditor's bank is.
    const ofProduct = productFaults(product, given, { isOutside: false, debtorAccount });
    refuseFaults([...faults, ...ofProduct.filter(({ path }) => !reported.has(path))]);
    throw error;
  }
}

/** Returns the body of an order as its TPP reads it: without an account until the PSU has chosen one. */
export function omitUnchosenAccount<Body extends object>(body: Body): Body {
  const { debtorAccount, ...rest } = body as Body & { debtorAccount?: AccountReference };
  return debtorAccount === undefined || isProvided(debtorAccount) ? body : (rest as Body);
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
