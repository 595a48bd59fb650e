import { startApproval } from '@xs2a/approvals';
import {
  type AuthorisationState,
  type startConsentAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import { type ConsentRecord, isAuthorisable } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { findConsent } from '../reading/find-consent.ts';

type Request = RequestOf<typeof operation>;

/** Starts an authorisation for the TPP: an explicit start, or one for a further signer (decision 20). */
export function startConsentAuthorisation(context: ConsentContext, request: Request): Promise<AuthorisationState> {
  return start(context, accountConsents(context), request);
}

/** As {@link startConsentAuthorisation}, for a consent to confirm funds. */
export function startFundsConsentAuthorisation(context: ConsentContext, request: Request): Promise<AuthorisationState> {
  return start(context, fundsConsents(context), request);
}

function start<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  request: Request,
): Promise<AuthorisationState> {
  return startApproval<T>(context, request, {
    collection: kind.collection,
    statusField: 'consentStatus',
    find: () => findConsent(kind.collection, request),
    parentOf: ({ _id }) => ({ kind: kind.parent, id: _id }),
    approvalsOf: (consent) => consent,
    refuseStart(consent) {
      const consentStatus = effectiveStatus(consent, context.now(), context.profile);
      if (!isAuthorisable(consentStatus)) {
        throw new Xs2aError('statusInvalid', {
          text: `the consent awaits no authorisation: its consentStatus is ${consentStatus}`,
        });
      }
      if (consent.basketId !== undefined) throw new Xs2aError('resourceBlocked');
    },
    guardOf: () => ({ basketId: { $exists: false } }),
    contentOf(consent, started) {
      const asked = started?.contentHash ?? consent.contentHash;
      const isNamed = started === undefined ? consent.signedBy.length > 0 : asked !== consent.contentHash;
      return kind.contentOf(consent, isNamed ? 'named' : 'asked');
    },
  });
}
