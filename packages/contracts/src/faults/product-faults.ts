import {
  type FieldUse,
  fieldUse,
  type PaymentProduct,
  PRODUCT_FIELDS,
  type ProductField,
} from '../interface/payment-products.ts';
import type { Fault } from '../interface/xs2a-error.ts';
import type { AspspProfile } from '../profile/aspsp-profile.ts';

/** Whether a field is required, by its use and by whether the creditor's bank is outside the EEA. */
const REQUIRED: Record<FieldUse, (isOutside: boolean) => boolean> = {
  m: () => true,
  o: () => false,
  c: (isOutside) => isOutside,
  '-': () => false,
};

/**
 * Returns the faults of a body for a product: missing fields, and fields that the product does not use. `debtorAccount` is
 * required unless the profile lets the PSU choose it.
 */
export function productFaults(
  product: PaymentProduct,
  body: Readonly<Record<string, unknown>>,
  { isOutside, debtorAccount }: { readonly isOutside: boolean } & Pick<AspspProfile, 'debtorAccount'>,
): Fault[] {
  const faults: Fault[] = [];
  for (const path of Object.keys(PRODUCT_FIELDS) as ProductField[]) {
    const use = fieldUse(product, path) ?? '-';
    if (use === '-' && body[path] !== undefined) {
      faults.push({ situation: 'fieldInvalid', path, text: `is not used by ${product}: leave it out` });
    }
    if (path === 'debtorAccount' && debtorAccount[product] === 'optional') continue;
    if (!REQUIRED[use](isOutside) || body[path] !== undefined) continue;
    // The bank's name is accepted instead of its BIC (decision 25).
    if (path === 'creditorAgent' && body['creditorAgentName'] !== undefined) continue;
    const where = use === 'c' ? " where the creditor's bank is outside the EEA" : '';
    faults.push({ situation: 'fieldInvalid', path, text: `is needed by ${product}${where}` });
  }
  return faults;
}
