import { type AspspProfile, isSamePsu, type PsuData, type SigningBasket, type Tpp, Xs2aError } from '@xs2a/contracts';
import type { ClientSession } from 'mongodb';
import { contentOf } from './order-kinds.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

/** What a body may name, before anything is looked up: roles, number, duplicates, and what the bank groups at all. */
export function refuseBody({ signingBaskets }: AspspProfile, { roles }: Tpp, body: SigningBasket): void {
  const { paymentIds = [], consentIds = [] } = body;
  if (paymentIds.length > 0 && !roles.includes('PISP')) throw new Xs2aError('roleMissing', { path: 'paymentIds' });
  if (consentIds.length > 0 && !roles.includes('AISP')) throw new Xs2aError('roleMissing', { path: 'consentIds' });
  if (paymentIds.length + consentIds.length > signingBaskets.membersMax) {
    const path = paymentIds.length > 0 ? 'paymentIds' : 'consentIds';
    throw new Xs2aError('fieldInvalid', { path, text: `at most ${signingBaskets.membersMax} members` });
  }
  for (const [name, ids] of Object.entries({ paymentIds, consentIds })) {
    const again = ids.findIndex((id, place) => ids.indexOf(id) !== place);
    if (again >= 0) throw new Xs2aError('fieldInvalid', { path: `${name}[${again}]`, text: 'is named twice' });
  }
  if (consentIds.length > 0 && !signingBaskets.consents) {
    throw new Xs2aError('basketMixInvalid', { path: 'consentIds', text: 'consents are not grouped here' });
  }
}

/** The payments that a body names, in its order, or why they cannot be in one basket (field guide 2.4, 8.6). */
export async function findMembers(
  { payments, profile }: Pick<PaymentsRoom, 'payments' | 'profile'>,
  { tpp, psu, paymentIds }: { tpp: Tpp; psu: PsuData | undefined; paymentIds: readonly string[] },
  session?: ClientSession,
): Promise<Payment[]> {
  const found = await payments.find({ _id: { $in: [...paymentIds] } }, session && { session }).toArray();
  const members = paymentIds.map((id, place) => {
    const path = `paymentIds[${place}]`;
    const payment = found.find(({ _id }) => _id === id);
    // Foreign and unknown are one answer.
    if (payment?.tppId !== tpp.id) throw new Xs2aError('referencedResourceUnknown', { path });
    if (payment.transactionStatus !== 'RCVD') throw new Xs2aError('basketMemberAuthorised', { path });
    if (payment.basketId !== undefined) throw new Xs2aError('resourceBlocked', { path });
    return payment;
  });
  refuseMix(profile, members, psu);
  return members;
}

function refuseMix({ signingBaskets }: AspspProfile, members: readonly Payment[], psu: PsuData | undefined): void {
  const refuse = (place: number, text: string): never => {
    throw new Xs2aError('basketMixInvalid', { path: `paymentIds[${place}]`, text });
  };
  const [first] = members;
  const named = psuOf(members, psu);
  for (const [place, payment] of members.entries()) {
    const { paymentService, paymentProduct, namedPsu } = payment;
    const sameProduct = first?.paymentService === paymentService && first.paymentProduct === paymentProduct;
    if (!signingBaskets.services.includes(paymentService)) refuse(place, `${paymentService} are not grouped here`);
    if (signingBaskets.sameProduct && !sameProduct) refuse(place, 'all payments must be of one product');
    if (signingBaskets.sameDebtorAccount && first !== undefined && debtorsOf(first) !== debtorsOf(payment)) {
      refuse(place, 'all payments must be from one account');
    }
    if (named !== undefined && namedPsu !== undefined && !isSamePsu(named, namedPsu)) {
      refuse(place, 'the members are of different PSUs');
    }
  }
}

function debtorsOf(payment: Payment): string {
  const content = contentOf(payment.order);
  return JSON.stringify(content.kind === 'bulkPayment' ? content.debtorAccounts : [content.debtorAccount]);
}

/** The PSU that the basket is for, as it or a member names it. */
export function psuOf(members: readonly Payment[], psu: PsuData | undefined): PsuData | undefined {
  return psu ?? members.find(({ namedPsu }) => namedPsu !== undefined)?.namedPsu;
}
