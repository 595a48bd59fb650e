/**
 * Returns the id of a card entry: its transactionId without hyphens, because the standard permits 35 characters and a UUID has 36
 * (Implementation Guidelines, Card Transactions).
 */
export function cardTransactionId(transactionId: string): string {
  return transactionId.replaceAll('-', '');
}

const WITHOUT_HYPHENS = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;

/** Returns the transactionId that a TPP names, with or without hyphens: earlier responses had them. */
export function transactionIdOf(named: string): string {
  return named.replace(WITHOUT_HYPHENS, '$1-$2-$3-$4-$5');
}
