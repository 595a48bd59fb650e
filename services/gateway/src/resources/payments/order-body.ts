import { faultsIn, type PaymentProduct, productFaults, refuseFaults } from '@xs2a/contracts';
import type { z } from 'zod';
import type { Call } from '../../request/call.ts';
import { bodyOf } from '../../request/parse-input.ts';

/** The order in a body. Where its form is wrong, what its product needs or does not use is told with that (decision 11). */
export function orderBody<Schema extends z.ZodType>(
  call: Pick<Call, 'body'>,
  schema: Schema,
  product: PaymentProduct,
): z.output<Schema> {
  try {
    return bodyOf(call, schema);
  } catch (error) {
    const faults = faultsIn(error);
    const told = new Set(faults.map(({ path }) => path?.split('.')[0]));
    if (!isObject(call.body)) throw error;
    // Null counts as absent (decision 13).
    const given = Object.fromEntries(Object.entries(call.body).filter(([, value]) => value !== null));
    // Where the bank of the creditor is, a body of the wrong form does not say.
    const ofProduct = productFaults(product, given, { isOutside: false });
    refuseFaults([...faults, ...ofProduct.filter(({ path }) => !told.has(path))]);
    throw error;
  }
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
