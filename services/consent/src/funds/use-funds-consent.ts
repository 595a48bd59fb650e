import {
  type AccountReference,
  maskPan,
  maskReference,
  type useFundsConsent as operation,
  type ReplyOf,
  type RequestOf,
  refersTo,
  Xs2aError,
} from '@xs2a/contracts';
import type { Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { effectiveStatus, refuseUnusable } from '../model/effective-status.ts';
import type { FundsConsent } from '../model/funds-consent.ts';

type Use = RequestOf<typeof operation>;

/**
 * Decides every confirmation of funds: under the consent that the TPP names, or without one under any consent that was
 * granted to it for the account (Implementation Guidelines, Confirmation of Funds Request). Nothing is counted: these
 * consents have no frequency.
 */
export async function useFundsConsent(context: ConsentContext, request: Use): Promise<ReplyOf<typeof operation>> {
  const use = { ...request, account: maskReference(request.account) };
  return {
    account: await (use.consentId === undefined ? underAny(context, use) : underNamed(context, use, use.consentId)),
  };
}

async function underNamed(context: ConsentContext, use: Use, consentId: string): Promise<AccountReference> {
  const ofTpp = { _id: consentId, tppId: use.tpp.id };
  const consent = await context.fundsConsents.findOne(ofTpp);
  if (consent === null) {
    // A consent to read accounts is known, but does not allow the confirmation of funds (decision 12).
    const isForAccounts = (await context.consents.countDocuments(ofTpp, { limit: 1 })) > 0;
    throw new Xs2aError(isForAccounts ? 'consentNotUsable' : 'consentIdHeaderUnknown', { path: 'Consent-ID' });
  }
  refuseUnusable(context, consent);
  const account = coveredBy(consent, use.account);
  if (account === undefined) throw new Xs2aError('consentLacksRight', { path: 'account' });
  if (!allowsCard(consent, use)) throw new Xs2aError('cardInvalid', { path: 'cardNumber' });
  return account;
}

async function underAny(context: ConsentContext, use: Use): Promise<AccountReference> {
  const consents = await context.fundsConsents.find(validFor(use)).toArray();
  const covering = consents.flatMap((consent) => {
    const account = coveredBy(consent, use.account);
    const isValid = effectiveStatus(consent, context.now(), context.profile) === 'valid';
    return account === undefined || !isValid ? [] : [{ consent, account }];
  });
  if (covering.length === 0) throw new Xs2aError('piisNotActivated', { path: 'account' });
  const allowed = covering.find(({ consent }) => allowsCard(consent, use));
  if (allowed === undefined) throw new Xs2aError('cardInvalid', { path: 'cardNumber' });
  return allowed.account;
}

/** Filter for consents that may cover the account. Its identifier is compared here, its currency in `coveredBy`. */
function validFor({ tpp, account }: Use): Filter<FundsConsent> {
  const { currency: _, cashAccountType: __, other, ...identifier } = account;
  const named = { ...identifier, ...(other && { 'other.identification': other.identification }) };
  return { tppId: tpp.id, consentStatus: 'valid', accounts: { $elemMatch: named } };
}

/**
 * The account to ask the bank about; undefined where the consent does not cover it. An account named without a currency
 * means the sub-account that the consent names (Implementation Guidelines, Confirmation of Funds Request).
 */
function coveredBy({ accounts }: FundsConsent, account: AccountReference): AccountReference | undefined {
  for (const granted of accounts) {
    const currency = account.currency ?? granted.currency;
    const meant = { ...account, ...(currency !== undefined && { currency }) };
    if (refersTo(granted, meant)) return meant;
  }
  return undefined;
}

/** A consent without a card number allows every card of the account; one with a card number allows that card only. */
function allowsCard({ content }: FundsConsent, { cardNumber }: Use): boolean {
  if (cardNumber === undefined || content.cardNumber === undefined) return true;
  return maskPan(cardNumber) === content.cardNumber;
}
