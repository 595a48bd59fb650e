import { failOpenAuthorisations } from '@xs2a/approvals';
import { type Settlement, settleBasketConsents } from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import type { ClientSession, Filter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { authorisationEffects } from '../execution/authorisation-effects.ts';
import type { AuthorisationEffects } from '../execution/executor.ts';
import { BASKETS, type Basket } from '../model/basket.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { basketParent } from '../model/sca-parent.ts';

/** Thrown to roll back a transaction if another writer changed one of its documents. */
class MemberMoved extends Error {}

/** The write that authorises a basket: its conditions and fields. */
interface Write {
  readonly where: Filter<Basket>;
  readonly set: Record<string, unknown>;
}

interface AuthorisedMember {
  readonly payment: Payment;
  readonly effects: AuthorisationEffects;
}

/**
 * Authorises a basket and its payments in one transaction; its consents are authorised through the outbox (decision 23). Returns
 * null if the basket or a member moved in between.
 */
export async function authoriseBasket(
  context: PaymentsContext,
  basket: Basket,
  settlement: Settlement,
  write: Write,
): Promise<Basket | null> {
  try {
    const members = await effectsOnMembers(context, basket, settlement);
    const { authorised, payments } = await context.database.transaction(async (session) => ({
      authorised: await authorise(context, basket, settlement, write, session),
      payments: await authoriseMembers(context, members, settlement, write, session),
    }));
    for (const payment of payments) void context.outbox.deliver(PAYMENTS, payment);
    return authorised;
  } catch (error) {
    if (error instanceof MemberMoved) return null;
    throw error;
  }
}

/** Computed before the transaction, because the bank may have to be asked. */
async function effectsOnMembers(
  context: PaymentsContext,
  { _id, members }: Basket,
  settlement: Settlement,
): Promise<AuthorisedMember[]> {
  const authorised: AuthorisedMember[] = [];
  for (const { id } of members.filter(({ kind, left }) => kind === 'payment' && !left)) {
    const payment = await context.payments.findOne({ _id: id, basketId: _id });
    if (payment === null) throw new MemberMoved();
    const effects = await authorisationEffects(context, payment, settlement, context.now());
    authorised.push({ payment, effects });
  }
  return authorised;
}

async function authorise(
  { baskets, now }: PaymentsContext,
  basket: Basket,
  { authorisationId, psu }: Settlement,
  { where, set }: Write,
  session: ClientSession,
): Promise<Basket> {
  const at = now();
  const { _id: basketId, consentIds } = basket;
  const consents = {
    basketId,
    outcome: 'authorised' as const,
    signedBy: set['signedBy'] as string[],
    ...(psu && { psu }),
  };
  const authorised = await advance(BASKETS, baskets, basket, 'authorised', {
    at,
    by: 'psu',
    psuId: psu?.psuId,
    where,
    set,
    outbox: [
      ...failOpenAuthorisations(basket, basketParent(basketId), at, authorisationId).outbox,
      ...(consentIds.length > 0 ? [outboxEntry(settleBasketConsents, consents, at)] : []),
    ],
    session,
  });
  if (authorised === null) throw new MemberMoved();
  return authorised;
}

async function authoriseMembers(
  { payments, now }: PaymentsContext,
  members: readonly AuthorisedMember[],
  { parent, psu }: Settlement,
  { set: { signedBy } }: Write,
  session: ClientSession,
): Promise<Payment[]> {
  const authorised: Payment[] = [];
  for (const { payment, effects } of members) {
    const { events, set, outbox } = effects;
    const moved = await advance(PAYMENTS, payments, payment, events, {
      at: now(),
      by: 'psu',
      psuId: psu?.psuId,
      where: { basketId: parent.id },
      set: { ...set, signedBy },
      outbox,
      session,
    });
    if (moved === null) throw new MemberMoved();
    authorised.push(moved);
  }
  return authorised;
}
