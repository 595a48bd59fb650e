import {
  type FundsConsentContent,
  fundsAccountsOf,
  maskPan,
  maskReference,
  type createFundsConsent as operation,
  type RequestOf,
  refuseUnofferedReference,
  type StartedConsent,
} from '@xs2a/contracts';
import { bankDay, createOnce } from '@xs2a/service-kit';
import { newRecord, startedConsent } from './consent-record.ts';
import { refusePast } from './effective-status.ts';
import { type FundsConsent, fundsContent } from './funds-consent.ts';
import { maskLists, refuseUnofferedNames } from './grants.ts';
import { type ConsentRoom, fundsConsents } from './room.ts';

/** Stores a confirmation-of-funds consent as `received`, as `createConsent` does. Other consents are not touched. */
export async function createFundsConsent(
  room: ConsentRoom,
  request: RequestOf<typeof operation>,
): Promise<StartedConsent> {
  const { document: consent } = await createOnce(room.fundsConsents, await newFundsConsent(room, request));
  return startedConsent(room, request.tpp, fundsConsents(room), consent);
}

async function newFundsConsent(room: ConsentRoom, request: RequestOf<typeof operation>): Promise<FundsConsent> {
  const { validUntil, cardExpiryDate, account, access } = request.body;
  if (account !== undefined) refuseUnofferedReference(room.profile, account, 'account');
  refuseUnofferedNames(room.profile, access ?? {});
  refusePast({ validUntil, cardExpiryDate }, bankDay(room.now(), room.profile));
  const content = withoutCardNumbers(request.body);
  const lastDay = earlier(validUntil, cardExpiryDate);
  const allowed = {
    content,
    accounts: fundsAccountsOf(content),
    ...(lastDay !== undefined && { validUntil: lastDay }),
  };
  return { ...(await newRecord(room, request, fundsContent(allowed))), ...allowed };
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
