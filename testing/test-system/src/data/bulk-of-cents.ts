import { type Pain001Transfer, pain001, sumOfAmounts } from '@xs2a/test-kit';
import { IBAN } from './fixtures.ts';

export const TEN_THOUSAND = 10_000;
/** An account at the sandbox bank itself, payee of every tenth transfer. */
const NEIGHBOUR = 'HR5899900051500000010';

/** Returns the largest message that is accepted, or one of fewer transfers, of cents, and its sums. */
export function bulkOfCents(length = TEN_THOUSAND): { xml: string; cents: bigint; neighbourCents: bigint } {
  const transfers = Array.from({ length }, (_, index): Pain001Transfer => {
    const amount = ((1 + (index % 30)) / 100).toFixed(2);
    return { amount, ...(index % 10 === 0 && { creditorIban: NEIGHBOUR }) };
  });
  const xml = pain001({ blocks: [{ debtorIban: IBAN.savings, transfers }] });
  return { xml, cents: centsOf(transfers), neighbourCents: centsOf(transfers.filter((_, index) => index % 10 === 0)) };
}

function centsOf(transfers: readonly Pain001Transfer[]): bigint {
  return BigInt(sumOfAmounts(transfers.map(({ amount }) => amount)).replace('.', ''));
}
