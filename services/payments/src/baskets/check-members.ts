import {
  type AspspProfile,
  isProvided,
  isSamePsu,
  type PsuData,
  psuNameOf,
  type SigningBasket,
  type Tpp,
  Xs2aError,
} from '@xs2a/contracts';
import type { ClientSession } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { paymentContent } from '../orders/rules-by-service.ts';
import { isPayeeConfirmed } from '../payee-verification/payee-confirmation.ts';

/** Checks a body before its members are read: roles, number, duplicates, and whether the bank groups consents. */
export function refuseBody({ signingBaskets }: AspspProfile, { roles }: Tpp, body: SigningBasket): void {
  const { paymentIds = [], consentIds = [] } = body;
  if (paymentIds.length > 0 && !roles.includes('PISP')) throw new Xs2aError('roleMissing', { path: 'paymentIds' });
  if (consentIds.length > 0 && !roles.includes('AISP')) throw new Xs2aError('roleMissing', { path: 'consentIds' });
  if (paymentIds.length + consentIds.length > signingBaskets.membersMax) {
    const path = paymentIds.length > 0 ? 'paymentIds' : 'consentIds';
    throw new Xs2aError('fieldInvalid', { path, text: `must name at most ${signingBaskets.membersMax} members` });
  }
  for (const [name, ids] of Object.entries({ paymentIds, consentIds })) {
    const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (repeated >= 0) throw new Xs2aError('fieldInvalid', { path: `${name}[${repeated}]`, text: 'is named twice' });
  }
  if (consentIds.length > 0 && !signingBaskets.consents) {
    throw new Xs2aError('basketMixInvalid', {
      path: 'consentIds',
      text: 'must be left out: this bank groups no consents',
    });
  }
}

/** Returns the payments that a body names, in its order. Refuses those that cannot be in one basket (decisions 11 and 23). */
export async function findMembers(
  { payments, profile, now }: Pick<PaymentsContext, 'payments' | 'profile' | 'now'>,
  { tpp, psu, paymentIds }: { tpp: Tpp; psu: PsuData | undefined; paymentIds: readonly string[] },
  session: ClientSession,
): Promise<Payment[]> {
  const found = await payments.find({ _id: { $in: [...paymentIds] } }, { session }).toArray();
  const members = paymentIds.map((id, index) => {
    const path = `paymentIds[${index}]`;
    const payment = found.find(({ _id }) => _id === id);
    // A payment of another TPP is treated as unknown.
    if (payment?.tppId !== tpp.id) {
      throw new Xs2aError('referencedResourceUnknown', {
        path,
        text: 'names no payment of this TPP: paymentId is one that the initiation answered',
      });
    }
    const { transactionStatus, authoriseUntil } = payment;
    const isOver = transactionStatus === 'RCVD' && authoriseUntil <= now();
    if (transactionStatus !== 'RCVD' || isOver) {
      const why = isOver ? 'its time to be authorised is over' : `its transactionStatus is ${transactionStatus}`;
      const text = `names a payment that can no longer be grouped: ${why}`;
      throw new Xs2aError('basketMemberAuthorised', { path, text });
    }
    if (!isPayeeConfirmed(payment)) {
      throw new Xs2aError('basketMemberAuthorised', { path, text: 'names a payment whose payee is not confirmed' });
    }
    if (payment.basketId !== undefined) throw new Xs2aError('resourceBlocked', { path });
    return payment;
  });
  refuseMix(profile, members, psu);
  return members;
}

function refuseMix({ signingBaskets }: AspspProfile, members: readonly Payment[], psu: PsuData | undefined): void {
  const refuse = (index: number, text: string): never => {
    throw new Xs2aError('basketMixInvalid', { path: `paymentIds[${index}]`, text });
  };
  const [first] = members;
  const named = psuOfMembers(members, psu);
  for (const [index, payment] of members.entries()) {
    const { paymentService, paymentProduct, namedPsu } = payment;
    const sameProduct = first?.paymentService === paymentService && first.paymentProduct === paymentProduct;
    if (!signingBaskets.services.includes(paymentService)) refuse(index, `${paymentService} are not grouped here`);
    if (lacksAccount(payment)) refuse(index, 'names no debtorAccount, which a basket needs');
    if (signingBaskets.sameProduct && !sameProduct) refuse(index, 'all payments must be of one product');
    if (signingBaskets.sameDebtorAccount && first !== undefined && debtorsOf(first) !== debtorsOf(payment)) {
      refuse(index, 'all payments must be from one account');
    }
    if (named !== undefined && namedPsu !== undefined && !isSamePsu(named, namedPsu)) {
      refuse(index, 'the members are of different PSUs');
    }
  }
}

function lacksAccount({ order }: Payment): boolean {
  return order.paymentService !== 'bulk-payments' && !isProvided(order.body.debtorAccount);
}

function debtorsOf(payment: Payment): string {
  const content = paymentContent(payment.order);
  return JSON.stringify(content.kind === 'bulkPayment' ? content.debtorAccounts : [content.debtorAccount]);
}

/** Returns the PSU of a basket, as named by its creation or by one of its members. */
export function psuOfMembers(members: readonly Payment[], psu: PsuData | undefined): PsuData | undefined {
  if (psu !== undefined) return psu;
  const named = members.find(({ namedPsu }) => namedPsu !== undefined)?.namedPsu;
  return named && psuNameOf(named);
}
