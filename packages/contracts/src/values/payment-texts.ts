/** Maximum lengths of payment texts, in every format of a product (EPC rulebooks; Implementation Guidelines). */
export const PAYMENT_TEXT_MAX = { name: 70, remittance: 140 } as const;
