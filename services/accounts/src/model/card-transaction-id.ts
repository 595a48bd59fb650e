/**
 * The id of an entry of a card: that of the entry without its hyphens, because the standard gives it 35 characters and a
 * UUID has 36 (Implementation Guidelines, Card Transactions).
 */
export function cardTransactionId(transactionId: string): string {
  return transactionId.replaceAll('-', '');
}

const WITHOUT_HYPHENS = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;

/** The transactionId that a TPP names, in either form: earlier answers had the hyphens. */
export function transactionIdOf(named: string): string {
  return named.replace(WITHOUT_HYPHENS, '$1-$2-$3-$4-$5');
}
