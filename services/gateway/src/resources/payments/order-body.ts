import { type AspspProfile, faultsIn, type PaymentProduct, productFaults, refuseFaults } from '@xs2a/contracts';
import type { z } from 'zod';
import type { Call } from '../../request/call.ts';
import { bodyOf } from '../../request/parse-input.ts';

/**
 * Returns the order in a body. If its form is invalid, the error also names fields that its product needs or does not use
 * (decision 11).
 */
export function orderBody<Schema extends z.ZodType>(
  call: Pick<Call, 'body'>,
  schema: Schema,
  { product, debtorAccount }: { readonly product: PaymentProduct } & Pick<AspspProfile, 'debtorAccount'>,
): z.output<Schema> {
  try {
    return bodyOf(call, schema);
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

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
