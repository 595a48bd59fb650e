import { isStopping, matchScope } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { ACTIVE_BASKET, BASKETS, type Basket } from '../model/basket.ts';
import { endBasket } from './end-basket.ts';

const BATCH = 200;
/** Milliseconds after which a basket whose creation was never completed is cancelled. */
const ASSEMBLY_MS = 10 * 60_000;

/** Ends baskets that were not authorised in time as `RJCT`, and those never completed as `CANC`. Returns the number overdue. */
export async function endOverdueBaskets(context: PaymentsContext): Promise<number> {
  const at = context.now();
  const unauthorised = await context.baskets
    .find({ transactionStatus: { $in: [...ACTIVE_BASKET] }, authoriseUntil: { $lte: at }, ...matchScope() })
    .limit(BATCH)
    .toArray();
  const createdBefore = new Date(at.getTime() - ASSEMBLY_MS);
  const unassembled = await context.baskets
    .find({ transactionStatus: 'RCVD', assembled: false, 'history.0.at': { $lte: createdBefore }, ...matchScope() })
    .limit(BATCH)
    .toArray();
  for (const basket of [...unauthorised, ...unassembled]) {
    if (isStopping()) break;
    await endIfOverdue(context, basket);
  }
  return unauthorised.length + unassembled.length;
}

/** Ends a basket past its time limit. Returns false if it is not overdue. */
export async function endIfOverdue(context: PaymentsContext, basket: Basket): Promise<boolean> {
  const { authoriseUntil, assembled, history } = basket;
  const at = context.now();
  const createdAt = history[0]?.at.getTime() ?? 0;
  const isUnassembled = !assembled && createdAt <= at.getTime() - ASSEMBLY_MS;
  if (authoriseUntil > at && !isUnassembled) return false;
  const [event, where] =
    authoriseUntil <= at ? (['refused', {}] as const) : (['cancelled', { assembled: false }] as const);
  const ended = await endBasket(context, basket, event, { by: 'payments', where });
  if (ended !== null) await context.outbox.deliver(BASKETS, ended);
  return true;
}
