import {
  type AuthorisationState,
  type startConsentAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { startAuthorisationOf } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import { type ConsentKind, type ConsentRecord, WAITING } from '../model/consent-record.ts';
import { findAddressed } from '../reading/read-consent.ts';

/** The TPP starts an authorisation of a consent: explicit start, or one of several signers (interface 4.2 rules 4 and 5). */
export function startConsentAuthorisation<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  return startAuthorisationOf<T>(context, request, {
    collection: kind.collection,
    statusField: 'consentStatus',
    find: () => findAddressed(kind.collection, request),
    parentOf: ({ _id }) => ({ kind: kind.parent, id: _id }),
    approvalsOf: (consent) => consent,
    refuseStart({ consentStatus, basketId }) {
      if (!WAITING.some((status) => status === consentStatus)) throw new Xs2aError('statusInvalid');
      if (basketId !== undefined) throw new Xs2aError('resourceBlocked');
    },
    guardOf: () => ({ basketId: { $exists: false } }),
    contentOf(consent, started) {
      const asked = started?.contentHash ?? consent.contentHash;
      const isNamed = started === undefined ? consent.signedBy.length > 0 : asked !== consent.contentHash;
      return kind.contentOf(consent, isNamed ? 'named' : 'asked');
    },
  });
}
