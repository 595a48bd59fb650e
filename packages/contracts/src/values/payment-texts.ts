/** Characters of a text of a payment, in every format that a product comes in (EPC rulebooks; Implementation Guidelines). */
export const PAYMENT_TEXT_MAX = { name: 70, remittance: 140 } as const;
