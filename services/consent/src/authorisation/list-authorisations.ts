import { listAuthorisations } from '@xs2a/approvals';
import type { listConsentAuthorisations as operation, ReplyOf } from '@xs2a/contracts';
import type { Collection } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { type AddressedConsent, findConsent } from '../reading/find-consent.ts';

type Reply = ReplyOf<typeof operation>;

/** Returns the authorisations of a consent to read accounts. */
export function listConsentAuthorisations(context: ConsentContext, addressed: AddressedConsent): Promise<Reply> {
  return list(context, context.consents, addressed);
}

/** Returns the authorisations of a consent to confirm funds. */
export function listFundsConsentAuthorisations(context: ConsentContext, addressed: AddressedConsent): Promise<Reply> {
  return list(context, context.fundsConsents, addressed);
}

async function list<T extends ConsentRecord>(
  { bus }: ConsentContext,
  consents: Collection<T>,
  addressed: AddressedConsent,
): Promise<Reply> {
  const { authorisations } = await findConsent(consents, addressed, ['authorisations']);
  return listAuthorisations(bus, authorisations);
}
