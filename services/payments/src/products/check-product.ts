import {
  type AspspProfile,
  isCroatianIban,
  isProvided,
  isSepaIban,
  offersProduct,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  type PaymentService,
  type ProductRow,
  productFaults,
  refuseFaults,
  refuseTogether,
  type SinglePayment,
  Xs2aError,
} from '@xs2a/contracts';
import { characterFaults } from './character-sets.ts';
import { isInEea } from './creditor-bank.ts';
import { referenceFault } from './creditor-reference.ts';

/** Refuses a product that this bank does not offer with a payment service. */
export function refuseUnofferedProduct(profile: AspspProfile, service: PaymentService, product: PaymentProduct): void {
  if (!offersProduct(profile, service, product)) throw new Xs2aError('productUnknown');
}

/** Refuses an order without a field that its product requires, or with one that it does not use. */
export function refuseUnfitFields(
  product: PaymentProduct,
  body: Partial<SinglePayment>,
  { debtorAccount }: Pick<AspspProfile, 'debtorAccount'>,
): void {
  const isOutside = body.creditorAccount !== undefined && !isInEea({ ...body, creditorAccount: body.creditorAccount });
  const { debtorAccount: account, ...rest } = body;
  const given = account !== undefined && isProvided(account) ? body : rest;
  refuseFaults(productFaults(PAYMENT_PRODUCTS[product].inJson ?? product, given, { isOutside, debtorAccount }));
}

/** Checks the requirements of a product beyond the body's schema (decision 25). The refusal names the wrong field. */
export function refuseUnfitForProduct(
  product: PaymentProduct,
  body: SinglePayment,
  profile: Pick<AspspProfile, 'referenceCheckDigits' | 'debtorAccount'>,
): void {
  const row = PAYMENT_PRODUCTS[product];
  if (row.inJson !== undefined) return refuseUnfitForProduct(row.inJson, body, profile);
  refuseTogether(
    () => refuseUnfitFields(product, body, profile),
    () => refuseUnfitAmount(product, row, body),
    () => refuseUnfitAccounts(product, row, body),
    () => refuseUnfitReferences(row, body, profile.referenceCheckDigits),
    () => refuseUnfitTexts(row, body),
  );
}

/** Accounts have their own rules and are not checked as text. */
function refuseUnfitTexts(
  { letters }: ProductRow,
  { debtorAccount: _debtor, creditorAccount: _creditor, ...texts }: SinglePayment,
): void {
  refuseFaults(characterFaults(texts, letters));
}

function refuse(path: string, text: string): never {
  throw new Xs2aError('fieldInvalid', { path, text });
}

function refuseUnfitAmount(
  product: PaymentProduct,
  { currencies }: ProductRow,
  { instructedAmount }: SinglePayment,
): void {
  if (currencies === undefined || currencies.includes(instructedAmount.currency)) return;
  refuse('instructedAmount.currency', `must be ${currencies.join(' or ')} for ${product}`);
}

function refuseUnfitAccounts(product: PaymentProduct, { creditors }: ProductRow, body: SinglePayment): void {
  refuseTogether(
    () => {
      if (isProvided(body.debtorAccount) && body.debtorAccount.iban === undefined)
        refuse('debtorAccount.iban', `is needed by ${product}`);
    },
    () => refuseUnfitCreditor(product, creditors, body.creditorAccount.iban),
  );
}

function refuseUnfitCreditor(product: PaymentProduct, creditors: ProductRow['creditors'], iban?: string): void {
  // Countries without IBANs have other account numbers.
  if (creditors === 'anywhere' && product === 'cross-border-credit-transfers') return;
  if (iban === undefined) refuse('creditorAccount.iban', `is needed by ${product}`);
  if (creditors === 'sepa' && !isSepaIban(iban)) refuse('creditorAccount.iban', 'must be of a country in SEPA');
  if (creditors === 'croatia' && !isCroatianIban(iban)) {
    refuse('creditorAccount.iban', 'must be a Croatian IBAN with the check digits of bank and account');
  }
}

function refuseUnfitReferences({ references }: ProductRow, body: SinglePayment, checkDigits: boolean): void {
  const structured = body.remittanceInformationStructured;
  const path = 'remittanceInformationStructured';
  const named: [field: string, reference: string | undefined, nationalOnly: boolean][] = [
    // It may carry the debtor's reference model and number (decision 25).
    ['endToEndIdentification', body.endToEndIdentification, false],
    typeof structured === 'object'
      ? [`${path}.reference`, structured.reference, references === 'national']
      : [path, structured, references === 'national'],
  ];
  for (const [field, reference, nationalOnly] of named) {
    const fault = reference === undefined ? undefined : referenceFault(reference, { checkDigits, nationalOnly });
    if (fault !== undefined) refuse(field, fault);
  }
}
