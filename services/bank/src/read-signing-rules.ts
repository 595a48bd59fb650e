import type { readSigningRules as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findAccounts } from './find-account.ts';
import type { Room } from './room.ts';

/** How many PSUs must approve what concerns these accounts; of several accounts the strictest rule holds. */
export async function readSigningRules(
  room: Pick<Room, 'ledgerAccounts'>,
  { accounts }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await Promise.all(accounts.map((reference) => findAccounts(room, reference)));
  const needed = found.flat().map(({ customer }) => customer.signaturesNeeded);
  return { signaturesNeeded: Math.max(1, ...needed) };
}
