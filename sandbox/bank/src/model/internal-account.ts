/** The accounts of the bank itself that stand against its customers' accounts. */
export type InternalAccount = 'clearing' | 'cardScheme' | 'cash' | 'interest' | 'openingEquity';

/** One for each currency. */
export function internalAccountId(kind: InternalAccount, currency: string): string {
  return `${kind}-${currency}`;
}
