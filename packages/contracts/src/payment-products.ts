import { z } from 'zod';

export const PaymentService = z.enum(['payments', 'bulk-payments', 'periodic-payments']);
export type PaymentService = z.infer<typeof PaymentService>;

export const PaymentProduct = z.enum([
  'sepa-credit-transfers',
  'cross-border-credit-transfers',
  'domestic-credit-transfers-hr',
  'target-2-payments',
  'instant-domestic-credit-transfers-hr',
  'hr-rtgs-payments',
  'pain.001-credit-transfers',
]);
export type PaymentProduct = z.infer<typeof PaymentProduct>;

interface ProductRow {
  readonly format: 'json' | 'xml';
  readonly services: readonly PaymentService[];
  /** Currencies of the instructed amount; all where left out. */
  readonly currencies?: readonly string[];
}

/** What each product is (interface 2.3, field guide 11.1). Which of them a bank offers is its profile's choice. */
export const PAYMENT_PRODUCTS = {
  'sepa-credit-transfers': { format: 'json', services: ['payments', 'periodic-payments'], currencies: ['EUR'] },
  'cross-border-credit-transfers': { format: 'json', services: ['payments'] },
  'domestic-credit-transfers-hr': { format: 'json', services: ['payments', 'periodic-payments'], currencies: ['EUR'] },
  'target-2-payments': { format: 'json', services: ['payments'], currencies: ['EUR'] },
  'instant-domestic-credit-transfers-hr': { format: 'json', services: ['payments'], currencies: ['EUR'] },
  'hr-rtgs-payments': { format: 'json', services: ['payments'], currencies: ['EUR'] },
  'pain.001-credit-transfers': { format: 'xml', services: ['bulk-payments'] },
} as const satisfies Record<PaymentProduct, ProductRow>;
