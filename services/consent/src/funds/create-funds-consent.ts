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
import { bankDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import { maskLists } from '../creation/mask-card-numbers.ts';
import { newConsentRecord, startedConsent } from '../creation/new-consent-record.ts';
import { refusePastDays, refuseUnofferedReferences } from '../creation/refuse-request.ts';
import { storeOnce } from '../creation/store-once.ts';
import { fundsConsentContent } from '../model/approved-content.ts';
import { fundsConsents } from '../model/consent-kind.ts';
import type { FundsConsent } from '../model/funds-consent.ts';

/** Stores a consent to confirm funds as `received` and, with an implicit start, starts its authorisation. */
export async function createFundsConsent(
  context: ConsentContext,
  request: RequestOf<typeof operation>,
): Promise<StartedConsent> {
  const consent = await storeOnce(context.fundsConsents, request, () => newFundsConsent(context, request));
  const { validUntil } = consent;
  const started = await startedConsent(context, request.tpp, fundsConsents(context), consent);
  return { ...started, permittedUse: { validUntil } };
}

async function newFundsConsent(context: ConsentContext, request: RequestOf<typeof operation>): Promise<FundsConsent> {
  const { validUntil, cardExpiryDate, account, access } = request.body;
  if (account !== undefined) refuseUnofferedReference(context.profile, account, 'account');
  refuseUnofferedReferences(context.profile, access ?? {});
  refusePastDays({ validUntil, cardExpiryDate }, bankDay(context.now(), context.profile));
  const content = maskCardNumbers(request.body);
  const lastDay = earlierOf(validUntil, cardExpiryDate);
  const approved = {
    content,
    accounts: fundsAccountsOf(content),
    ...(lastDay !== undefined && { validUntil: lastDay }),
  };
  return { ...(await newConsentRecord(context, request, fundsConsentContent(approved))), ...approved };
}

/** Returns the body with every card number masked: a clear one is never stored. */
function maskCardNumbers({ account, cardNumber, access, ...others }: FundsConsentContent): FundsConsentContent {
  return {
    ...others,
    ...(account && { account: maskReference(account) }),
    ...(cardNumber !== undefined && { cardNumber: maskPan(cardNumber) }),
    ...(access && { access: maskLists(access) }),
  };
}

/** A consent for a card ends with the card, or on its own last day if that is earlier (decision 56). */
function earlierOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
