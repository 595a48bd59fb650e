import { z } from 'zod';

export const PaymentService = z.enum(['payments', 'bulk-payments', 'periodic-payments']);
export type PaymentService = z.infer<typeof PaymentService>;

/** New in this release: replicas of the previous one do not write them. */
const NEW_PRODUCTS = [
  'instant-sepa-credit-transfers',
  'pain.001-sepa-credit-transfers',
  'pain.001-instant-sepa-credit-transfers',
] as const;

export const PaymentProduct = z
  .enum([
    'sepa-credit-transfers',
    'cross-border-credit-transfers',
    'domestic-credit-transfers-hr',
    'target-2-payments',
    'instant-domestic-credit-transfers-hr',
    'hr-rtgs-payments',
    'pain.001-credit-transfers',
    ...NEW_PRODUCTS,
  ])
  .meta({ announced: [...NEW_PRODUCTS] });
export type PaymentProduct = z.infer<typeof PaymentProduct>;

export interface ProductRow {
  readonly format: 'json' | 'xml';
  readonly services: readonly PaymentService[];
  /** Currencies of the instructed amount; default: all. */
  readonly currencies?: readonly string[];
  /** Permitted locations of the creditor's account. */
  readonly creditors: 'croatia' | 'sepa' | 'anywhere';
  /** Letters permitted beyond the SEPA Latin set (decision 25). */
  readonly letters: 'croatian' | 'none';
  /** `national`: a structured reference is a Croatian model and number, or ISO 11649 (decision 25). */
  readonly references: 'national' | 'any';
  /** For XML: the JSON product whose rules apply to its single payments and standing orders, and as which they are executed. */
  readonly inJson?: PaymentProduct;
  /** Credited immediately, and never left waiting for funds. */
  readonly instant?: true;
  /** Settled in a large-value system. */
  readonly largeValue?: true;
}

const SEPA: ProductRow = {
  format: 'json',
  services: ['payments', 'periodic-payments', 'bulk-payments'],
  currencies: ['EUR'],
  creditors: 'sepa',
  letters: 'croatian',
  references: 'any',
};
const INSTANT_SEPA: ProductRow = { ...SEPA, instant: true };

/** Definition of each product (decisions 24 and 25). The profile of a bank selects the products it offers. */
export const PAYMENT_PRODUCTS: Readonly<Record<PaymentProduct, ProductRow>> = {
  'sepa-credit-transfers': SEPA,
  'instant-sepa-credit-transfers': INSTANT_SEPA,
  'pain.001-sepa-credit-transfers': { ...SEPA, format: 'xml', inJson: 'sepa-credit-transfers' },
  'pain.001-instant-sepa-credit-transfers': { ...INSTANT_SEPA, format: 'xml', inJson: 'instant-sepa-credit-transfers' },
  'cross-border-credit-transfers': {
    format: 'json',
    services: ['payments'],
    creditors: 'anywhere',
    letters: 'none',
    references: 'any',
  },
  'domestic-credit-transfers-hr': {
    format: 'json',
    services: ['payments', 'periodic-payments'],
    currencies: ['EUR'],
    creditors: 'croatia',
    letters: 'croatian',
    references: 'national',
  },
  'target-2-payments': {
    format: 'json',
    services: ['payments'],
    currencies: ['EUR'],
    creditors: 'anywhere',
    letters: 'none',
    references: 'any',
    largeValue: true,
  },
  'instant-domestic-credit-transfers-hr': {
    format: 'json',
    services: ['payments', 'periodic-payments'],
    currencies: ['EUR'],
    creditors: 'croatia',
    letters: 'croatian',
    references: 'national',
    instant: true,
  },
  'hr-rtgs-payments': {
    format: 'json',
    services: ['payments'],
    currencies: ['EUR'],
    creditors: 'croatia',
    letters: 'croatian',
    references: 'national',
    largeValue: true,
  },
  'pain.001-credit-transfers': {
    format: 'xml',
    services: ['bulk-payments'],
    creditors: 'anywhere',
    letters: 'croatian',
    references: 'any',
  },
};

/** Columns of {@link PRODUCT_FIELDS}. */
export const FIELD_PRODUCTS = [
  'sepa-credit-transfers',
  'target-2-payments',
  'cross-border-credit-transfers',
  'domestic-credit-transfers-hr',
  'instant-domestic-credit-transfers-hr',
  'hr-rtgs-payments',
  'instant-sepa-credit-transfers',
] as const satisfies readonly PaymentProduct[];

/** m mandatory, o optional, c mandatory if the creditor's bank is outside the EEA, - not used. */
export type FieldUse = 'm' | 'o' | 'c' | '-';

/** Use of each field by each product, in the order of {@link FIELD_PRODUCTS}, as in decision 25. */
export const PRODUCT_FIELDS = {
  endToEndIdentification: 'ooooooo',
  debtorAccount: 'mmmmmmm',
  instructedAmount: 'mmmmmmm',
  creditorAccount: 'mmmmmmm',
  creditorName: 'mmmmmmm',
  creditorAgent: 'ooc---o',
  creditorAgentName: '--o----',
  creditorAddress: 'oocoooo',
  ultimateDebtor: 'o--oo-o',
  ultimateCreditor: 'o--oo-o',
  purposeCode: 'o--oooo',
  chargeBearer: '-oc----',
  remittanceInformationUnstructured: 'ooommmo',
  remittanceInformationStructured: 'o--oooo',
  requestedExecutionDate: 'ooooooo',
} as const;
export type ProductField = keyof typeof PRODUCT_FIELDS;

/** Returns the use of a field by a product; undefined for products whose orders are never a single transfer. */
export function fieldUse(product: PaymentProduct, field: ProductField): FieldUse | undefined {
  const column = (FIELD_PRODUCTS as readonly PaymentProduct[]).indexOf(PAYMENT_PRODUCTS[product].inJson ?? product);
  return PRODUCT_FIELDS[field][column] as FieldUse | undefined;
}
