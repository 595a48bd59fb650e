import { isOfOtherPsu } from '@xs2a/approvals';
import {
  type AccountReference,
  maskPan,
  maskReference,
  type useFundsConsent as operation,
  type ReplyOf,
  type RequestOf,
  readCardNumber,
  refersTo,
  Xs2aError,
} from '@xs2a/contracts';
import type { Filter } from 'mongodb';
import { effectiveGrants } from '../access/granted-rights.ts';
import { refuseConsentOfOtherPsu } from '../access/refuse-consent-of-other-psu.ts';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { effectiveStatus, refuseUnusable } from '../model/effective-status.ts';
import type { FundsConsent } from '../model/funds-consent.ts';
import { sessionEnd } from '../session/combined-session.ts';

/** Subject of the request: an account, a card, or both; card numbers are masked. */
interface Use extends Pick<RequestOf<typeof operation>, 'tpp'> {
  readonly account?: AccountReference;
  /** Undefined if no card is named, `unreadable` if the value cannot be a card number. */
  readonly card?: string | undefined;
}

const UNREADABLE = 'unreadable';

/**
 * Decides every confirmation of funds: under the consent that the TPP names, or else under any consent granted to it for the
 * account or the card (Implementation Guidelines, Confirmation of Funds Request). Nothing is counted: these consents have no
 * frequency.
 */
export async function useFundsConsent(
  context: ConsentContext,
  { tpp, consentId, account, cardNumber }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const use: Use = {
    tpp,
    ...(account && { account: maskReference(account) }),
    ...(cardNumber !== undefined && { card: cardOf(cardNumber) }),
  };
  const named = consentId === undefined ? undefined : await findNamed(context, use, consentId);
  if (named === undefined) return { account: await useAnyConsent(context, use) };
  refuseConsentOfOtherPsu(tpp, named);
  return { account: 'grants' in named ? inSession(context, use, named) : useNamedConsent(context, use, named) };
}

function cardOf(cardNumber: string): string {
  const number = readCardNumber(cardNumber);
  return number === undefined ? UNREADABLE : maskPan(number);
}

/**
 * Finds the consent that the TPP names; undefined for a consent to read accounts, which does not cover funds outside its session
 * (decision 80).
 */
async function findNamed(
  { consents, fundsConsents, profile, now }: ConsentContext,
  { tpp }: Use,
  consentId: string,
): Promise<FundsConsent | Consent | undefined> {
  const ofTpp = { _id: consentId, tppId: tpp.id };
  const consent = await fundsConsents.findOne(ofTpp);
  if (consent !== null) return consent;
  const forAccounts = await consents.findOne(ofTpp);
  if (forAccounts === null) throw new Xs2aError('consentIdHeaderUnknown', { path: 'Consent-ID' });
  const until = sessionEnd(forAccounts, profile);
  return until !== undefined && until > now() ? forAccounts : undefined;
}

/**
 * Returns the account if a session permits the request: within it, a consent to the balances of an account also covers
 * confirmations of funds.
 */
function inSession(context: ConsentContext, { account, card }: Use, consent: Consent): AccountReference {
  refuseUnusable(context, consent);
  const asked = account ?? (card === undefined ? undefined : { maskedPan: card });
  const grant = effectiveGrants(consent.grants).find((each) => asked !== undefined && refersTo(each.account, asked));
  if (asked === undefined || grant?.rights.includes('balances') !== true) {
    throw account === undefined ? unknownCard() : new Xs2aError('consentLacksRight', { path: 'account' });
  }
  const currency = asked.currency ?? grant.account.currency;
  return { ...asked, ...(currency !== undefined && { currency }) };
}

function useNamedConsent(context: ConsentContext, use: Use, consent: FundsConsent): AccountReference {
  refuseUnusable(context, consent);
  const account = coveredBy(consent, use);
  if (account === undefined) {
    throw use.account === undefined ? unknownCard() : new Xs2aError('consentLacksRight', { path: 'account' });
  }
  if (!allowsCard(consent, use)) throw unknownCard();
  return account;
}

async function useAnyConsent(context: ConsentContext, use: Use): Promise<AccountReference> {
  const consents = await context.fundsConsents.find(validFor(use)).toArray();
  const covering = consents.flatMap((consent) => {
    const account = coveredBy(consent, use);
    const isValid = effectiveStatus(consent, context.now(), context.profile) === 'valid';
    const isOpen = isValid && !isOfOtherPsu(use.tpp, consent);
    return account === undefined || !isOpen ? [] : [{ consent, account }];
  });
  if (use.account === undefined) return ofOneAccount(covering.map(({ account }) => account));
  if (covering.length === 0) throw new Xs2aError('piisNotActivated', { path: 'account' });
  const allowed = covering.find(({ consent }) => allowsCard(consent, use));
  if (allowed === undefined) throw unknownCard();
  return allowed.account;
}

/** Masked numbers of two cards may be the same: then only the account identifies the card. */
function ofOneAccount(accounts: readonly AccountReference[]): AccountReference {
  const [account] = accounts;
  if (account === undefined) throw unknownCard();
  if (!accounts.every((other) => refersTo(account, other) || refersTo(other, account))) {
    throw new Xs2aError('cardInvalid', {
      path: 'cardNumber',
      text: 'may be of several accounts: name the account too',
    });
  }
  return account;
}

function unknownCard(): Xs2aError {
  return new Xs2aError('cardInvalid', { path: 'cardNumber' });
}

/** Returns a filter for consents that may cover the account. It compares the identifier; `coveredBy` compares the currency. */
function validFor({ tpp, account, card = '' }: Use): Filter<FundsConsent> {
  const valid = { tppId: tpp.id, consentStatus: 'valid' } as const;
  if (account === undefined) {
    return { ...valid, $or: [{ 'content.cardNumber': card }, { 'accounts.maskedPan': card }] };
  }
  const { currency: _, cashAccountType: __, other, ...identifier } = account;
  const named = { ...identifier, ...(other && { 'other.identification': other.identification }) };
  return { ...valid, accounts: { $elemMatch: named } };
}

/**
 * Returns the account to ask the bank about; undefined if the consent does not cover it. An account named without a currency
 * means the sub-account that the consent names (Implementation Guidelines, Confirmation of Funds Request); a card alone means the
 * card account with this number, otherwise the first account of the consent.
 */
function coveredBy(consent: FundsConsent, { account, card }: Use): AccountReference | undefined {
  const { accounts } = consent;
  if (account === undefined) {
    const ofCard = accounts.find(({ maskedPan }) => maskedPan !== undefined && maskedPan === card);
    return ofCard ?? (allowsCard(consent, { card }) ? accounts[0] : undefined);
  }
  for (const granted of accounts) {
    const currency = account.currency ?? granted.currency;
    const meant = { ...account, ...(currency !== undefined && { currency }) };
    if (refersTo(granted, meant)) return meant;
  }
  return undefined;
}

/** A consent without a card number covers every card of the account; one with a card number covers that card only. */
function allowsCard({ content }: FundsConsent, { card }: Pick<Use, 'card'>): boolean {
  return card === undefined || content.cardNumber === undefined || card === content.cardNumber;
}
