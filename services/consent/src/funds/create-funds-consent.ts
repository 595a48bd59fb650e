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
import { type ConsentContext, fundsConsents } from '../context.ts';
import { maskLists, refuseUnofferedNames } from '../model/access-models.ts';
import { newRecord, startedConsent } from '../model/consent-record.ts';
import { refusePast } from '../model/effective-status.ts';
import { type FundsConsent, fundsContent } from '../model/funds-consent.ts';

/** Stores a confirmation-of-funds consent as `received`, as `createConsent` does. Other consents are not touched. */
export async function createFundsConsent(
  context: ConsentContext,
  request: RequestOf<typeof operation>,
): Promise<StartedConsent> {
  const { document: consent } = await createOnce(context.fundsConsents, await newFundsConsent(context, request));
  return startedConsent(context, request.tpp, fundsConsents(context), consent);
}

async function newFundsConsent(context: ConsentContext, request: RequestOf<typeof operation>): Promise<FundsConsent> {
  const { validUntil, cardExpiryDate, account, access } = request.body;
  if (account !== undefined) refuseUnofferedReference(context.profile, account, 'account');
  refuseUnofferedNames(context.profile, access ?? {});
  refusePast({ validUntil, cardExpiryDate }, bankDay(context.now(), context.profile));
  const content = withoutCardNumbers(request.body);
  const lastDay = earlier(validUntil, cardExpiryDate);
  const allowed = {
    content,
    accounts: fundsAccountsOf(content),
    ...(lastDay !== undefined && { validUntil: lastDay }),
  };
  return { ...(await newRecord(context, request, fundsContent(allowed))), ...allowed };
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
