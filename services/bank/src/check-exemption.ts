import type { AccountReference, checkExemption as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findAccounts } from './find-account.ts';
import type { Room } from './room.ts';

type ExemptionRoom = Pick<Room, 'psus' | 'ledgerAccounts'>;

/**
 * RTS 2018/389 Art. 15: a credit transfer between accounts that the same person holds here, for PSUs with whom the bank
 * agreed so. Nothing else is exempted: a standing order is set up only with both factors (Art. 14).
 */
export async function checkExemption(
  room: ExemptionRoom,
  { psuId, content }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (content.kind !== 'payment') return { exempted: false };
  const psu = await room.psus.findOne({ _id: psuId, blocked: false, ownTransfersExempted: true });
  if (psu === null) return { exempted: false };
  const areOwn = await Promise.all(
    [content.debtorAccount, content.creditorAccount].map((account) => isSolelyOwned(room, psuId, account)),
  );
  return { exempted: areOwn.every(Boolean) };
}

async function isSolelyOwned(room: ExemptionRoom, psuId: string, account: AccountReference): Promise<boolean> {
  const found = await findAccounts(room, account);
  return found.length > 0 && found.every(({ customer: { owners } }) => owners.length === 1 && owners[0] === psuId);
}
