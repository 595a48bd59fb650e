import {
  type AccessKind,
  type AccessRight,
  type useConsent as operation,
  type ReplyOf,
  type RequestOf,
  refersTo,
  Xs2aError,
} from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { refuseUnusable } from '../model/effective-status.ts';
import { countAccess } from './daily-limit.ts';
import { earliestDay, refuseOldHistory } from './history-limit.ts';

/** The right that each kind of read needs on its account (field guide 7.2). */
const RIGHT_FOR: Record<AccessKind, AccessRight> = {
  list: 'accounts',
  cardList: 'accounts',
  details: 'accounts',
  balances: 'balances',
  transactions: 'transactions',
  transactionDetails: 'transactions',
};

type Use = RequestOf<typeof operation>;

/**
 * The one decision on every read of account data: is the consent usable today, does it cover this account and kind, may
 * entries that old be read, is an access left. Only then is the access counted, in a write that decides; a refused read
 * costs nothing.
 */
export async function useConsent(context: ConsentContext, use: Use): Promise<ReplyOf<typeof operation>> {
  const at = context.now();
  const consent = await context.consents.findOne({ _id: use.consentId });
  if (consent?.tppId !== use.tpp.id) throw await refusalOf(context, use);
  refuseUnusable(context, consent);
  const rights = rightsOn(consent, use);
  const earliest = earliestDay(context, consent, at);
  refuseOldHistory(context, earliest, use.oldest);
  const accessQuota = await countAccess(context, consent, use, at);
  const { psuId = '', grants } = consent;
  return { psuId, grants, rights, earliestDay: earliest, ...(accessQuota && { accessQuota }) };
}

/** A consent to confirm funds is known, but opens no account (field guide 2.3, CONSENT_INVALID). */
async function refusalOf({ fundsConsents }: ConsentContext, { consentId, tpp }: Use): Promise<Xs2aError> {
  const isForFunds = (await fundsConsents.countDocuments({ _id: consentId, tppId: tpp.id }, { limit: 1 })) > 0;
  return new Xs2aError(isForFunds ? 'consentNotUsable' : 'consentIdHeaderUnknown', { path: 'Consent-ID' });
}

function rightsOn({ grants }: Consent, { kind, account }: Use): AccessRight[] {
  if (kind === 'list' || kind === 'cardList') return [];
  const covering = account === undefined ? [] : grants.filter((grant) => refersTo(grant.account, account.reference));
  if (covering.length === 0) throw new Xs2aError('accountUnknown');
  const rights = [...new Set(covering.flatMap((grant) => grant.rights))];
  if (!rights.includes(RIGHT_FOR[kind])) throw new Xs2aError('consentLacksRight');
  return rights;
}
