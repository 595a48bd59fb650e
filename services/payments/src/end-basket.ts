import {
  abandonAuthorisations,
  type BasketStatus,
  type deleteBasket as deletion,
  type RequestOf,
  type Tpp,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, beforeAttempt, hasOpen, outboxEntry } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { ACTIVE, BASKETS, type Basket, releaseOf } from './basket.ts';
import { findBasket } from './read-basket.ts';
import type { PaymentsRoom } from './room.ts';

const ATTEMPTS_MAX = 5;
const BATCH = 200;
/** Milliseconds after which a basket is given up whose creation never came to its end. */
const ASSEMBLY_MS = 10 * 60_000;

/** How a basket ends without having authorised anything. */
interface End {
  readonly by: string | Tpp;
  readonly psuId?: string | undefined;
  readonly where?: Record<string, unknown>;
  readonly set?: Record<string, unknown>;
}

/** Ends a basket and sets its members free, as they were (field guide 1.4). Null when it moved at the same moment. */
export function endBasket(
  room: PaymentsRoom,
  basket: Basket,
  event: 'refused' | 'cancelled',
  end: End,
): Promise<Basket | null> {
  return room.database.transaction((session) => endWithin(room, basket, event, end, session));
}

export async function endWithin(
  { baskets, payments, now }: PaymentsRoom,
  basket: Basket,
  event: 'refused' | 'cancelled',
  { by, psuId, where, set }: End,
  session: ClientSession,
): Promise<Basket | null> {
  const at = now();
  const parent = { kind: 'basket', id: basket._id } as const;
  const ended = await advance(BASKETS, baskets, basket, event, {
    at,
    by,
    psuId,
    where: { ...where },
    ...(set && { set }),
    outbox: [
      ...(hasOpen(basket) ? [outboxEntry(abandonAuthorisations, { parent }, at)] : []),
      ...releaseOf(basket, at),
    ],
    session,
  });
  if (ended !== null) await payments.updateMany({ basketId: basket._id }, { $unset: { basketId: '' } }, { session });
  return ended;
}

/** The TPP dissolves a basket of which nothing was authorised yet (interface 4.5); dissolved already, it stays so. */
export async function deleteBasket(
  room: PaymentsRoom,
  request: RequestOf<typeof deletion>,
): Promise<{ transactionStatus: BasketStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const basket = await findBasket(room, request);
    if (basket.transactionStatus === 'CANC') return { transactionStatus: 'CANC' };
    if (basket.transactionStatus !== 'RCVD') throw new Xs2aError('statusInvalid');
    const ended = await endBasket(room, basket, 'cancelled', { by: request.tpp });
    if (ended === null) continue;
    await room.outbox.deliver(BASKETS, ended);
    return { transactionStatus: ended.transactionStatus };
  }
  throw new Xs2aError('statusConflict');
}

/** Baskets that were not authorised in time become `RJCT`, those never completed `CANC`. Returns how many. */
export async function endOverdueBaskets(room: PaymentsRoom): Promise<number> {
  const at = room.now();
  const overdue = await room.baskets
    .find({ transactionStatus: { $in: [...ACTIVE] }, authoriseUntil: { $lte: at } })
    .limit(BATCH)
    .toArray();
  const before = new Date(at.getTime() - ASSEMBLY_MS);
  const unassembled = await room.baskets
    .find({ transactionStatus: 'RCVD', assembled: false, 'history.0.at': { $lte: before } })
    .limit(BATCH)
    .toArray();
  for (const basket of overdue) await giveUp(room, basket, 'refused');
  for (const basket of unassembled) await giveUp(room, basket, 'cancelled');
  return overdue.length + unassembled.length;
}

async function giveUp(room: PaymentsRoom, basket: Basket, event: 'refused' | 'cancelled'): Promise<void> {
  const where = event === 'cancelled' ? { assembled: false } : {};
  const ended = await endBasket(room, basket, event, { by: 'payments', where });
  if (ended !== null) await room.outbox.deliver(BASKETS, ended);
}
