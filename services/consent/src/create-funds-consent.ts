import {
  type FundsConsentContent,
  fundsAccountsOf,
  maskPan,
  maskReference,
  type createFundsConsent as operation,
  type RequestOf,
  type ScaContentOf,
  type StartedConsent,
} from '@xs2a/contracts';
import { bankDay, createOnce } from '@xs2a/service-kit';
import { newRecord, startedConsent } from './consent-record.ts';
import { refusePast } from './effective-status.ts';
import type { FundsConsent } from './funds-consent.ts';
import { maskLists } from './grants.ts';
import type { ConsentRoom } from './room.ts';

/** Stores a confirmation-of-funds consent as `received` and starts its authorisation. Other consents are not touched. */
export async function createFundsConsent(
  room: ConsentRoom,
  request: RequestOf<typeof operation>,
): Promise<StartedConsent> {
  const { document: consent } = await createOnce(room.fundsConsents, newFundsConsent(room, request));
  return startedConsent(room, request.tpp, consent, approvedBy(consent));
}

function newFundsConsent(room: ConsentRoom, request: RequestOf<typeof operation>): FundsConsent {
  const { validUntil, cardExpiryDate } = request.body;
  refusePast({ validUntil, cardExpiryDate }, bankDay(room.now(), room.profile));
  const content = withoutCardNumbers(request.body);
  const lastDay = earlier(validUntil, cardExpiryDate);
  const allowed = {
    content,
    accounts: fundsAccountsOf(content),
    ...(lastDay !== undefined && { validUntil: lastDay }),
  };
  return { ...newRecord(room, request, approvedBy(allowed)), ...allowed };
}

/** What the PSU approves. */
function approvedBy({
  content,
  accounts,
  validUntil,
}: Pick<FundsConsent, 'content' | 'accounts' | 'validUntil'>): ScaContentOf<'fundsConsent'> {
  const { cardNumber, cardInformation, registrationInformation } = content;
  return {
    kind: 'fundsConsent',
    accounts,
    maskedPan: cardNumber,
    cardInformation,
    registrationInformation,
    validUntil,
  };
}

/** The body with every card number masked: a clear one is never stored. */
function withoutCardNumbers({ account, cardNumber, access, ...others }: FundsConsentContent): FundsConsentContent {
  return {
    ...others,
    ...(account && { account: maskReference(account) }),
    ...(cardNumber !== undefined && { cardNumber: maskPan(cardNumber) }),
    ...(access && { access: maskLists(access) }),
  };
}

/** With the card ends what was allowed for it (field guide 3.2); a named last day counts too. */
function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
