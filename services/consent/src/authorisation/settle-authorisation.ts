import { contentHashOf, settleApproval, type Tally } from '@xs2a/approvals';
import type {
  ConsentStatus,
  Grant,
  settleConsentAuthorisation as operation,
  ReplyOf,
  Settlement,
} from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import { type ConsentRecord, isAuthorisable } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { authoriseConsent } from './authorise-consent.ts';
import { moveConsent } from './move-consent.ts';

/** Effect of an approval on one kind of consent. */
interface Approval<T> {
  /** Whether the PSU approved the same content as earlier ones. An approval of other content does not count. */
  agrees(consent: T): boolean;
  /** The accounts that a counted approval names. */
  readonly named: { readonly grants?: Grant[] };
  /** Makes a consent valid after the last approval needed. Returns null if another writer was first. */
  authorise(consent: T, counted: Tally): Promise<T | null>;
}

/** Records the end of an authorisation of a consent to read accounts, as reported by sca. */
export function settleConsentAuthorisation(
  context: ConsentContext,
  settlement: Settlement,
): Promise<ReplyOf<typeof operation>> {
  const { grants } = settlement;
  return settle(context, accountConsents(context), settlement, {
    // Two PSUs who were asked at the same time may have named different accounts; the second approval then does not count.
    agrees: (consent) => consent.signedBy.length === 0 || grants === undefined || isSame(consent.grants, grants),
    named: grants === undefined ? {} : { grants },
    authorise: (consent: Consent, counted) => authoriseConsent(context, consent, { settlement, counted }),
  });
}

/** Records the end of an authorisation of a consent to confirm funds, as reported by sca. Other consents are unchanged. */
export function settleFundsConsentAuthorisation(
  context: ConsentContext,
  settlement: Settlement,
): Promise<ReplyOf<typeof operation>> {
  const kind = fundsConsents(context);
  return settle(context, kind, settlement, {
    agrees: () => true,
    named: {},
    authorise: (consent, counted) => moveConsent(context, kind, consent, 'authorised', { settlement, counted }),
  });
}

/**
 * The last approval needed makes the consent valid, the first refusal rejects it; its other open authorisations then
 * fail (decision 6).
 */
async function settle<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  settlement: Settlement,
  approval: Approval<T>,
): Promise<ReplyOf<typeof operation>> {
  const statusOf = (consent: T): ConsentStatus => effectiveStatus(consent, context.now(), context.profile);
  const { document, moved, reply } = await settleApproval<T>(settlement, {
    collection: kind.collection,
    approvalsOf: (consent) => consent,
    isOpen: (consent) => isAuthorisable(statusOf(consent)),
    // A consent in a basket is authorised only with the basket, even if its own authorisation started before.
    counts: (consent) => consent.basketId === undefined && approval.agrees(consent),
    refuse: (consent, counted) => moveConsent(context, kind, consent, 'refused', { settlement, counted }),
    approve(consent, event, counted) {
      if (event === 'authorised') return approval.authorise(consent, counted);
      return moveConsent(context, kind, consent, event, { settlement, counted }, { set: approval.named });
    },
  });
  if (moved) await context.outbox.deliver(kind.stored, document);
  return { consentStatus: statusOf(document), ...reply };
}

function isSame(grants: readonly Grant[], others: readonly Grant[]): boolean {
  const hashes = (each: readonly Grant[]): string[] => each.map((grant) => contentHashOf(grant)).toSorted();
  return contentHashOf(hashes(grants)) === contentHashOf(hashes(others));
}
