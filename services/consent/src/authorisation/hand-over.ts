import { handOver, handOverAll, handOverToNewerSca } from '@xs2a/approvals';
import type { handOverConsentAuthorisation as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import { AUTHORISABLE_STATUSES, type ConsentRecord } from '../model/consent-record.ts';

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

/** Gives sca an authorisation that was held with a consent of either kind (decision 64). */
export async function handOverAuthorisation(context: ConsentContext, request: Request): Promise<Reply> {
  const { kind } = request.parent;
  if (kind === 'consent') return handOverIn(context, accountConsents(context), request);
  return kind === 'fundsConsent' ? handOverIn(context, fundsConsents(context), request) : {};
}

/** When an older version of sca starts, the newer one takes over all authorisations held with consents. */
export function handOverBeforeOlderSca(context: ConsentContext): void {
  const statuses = { statusField: 'consentStatus', openStatuses: AUTHORISABLE_STATUSES } as const;
  handOverToNewerSca(context.heldLinks, async () => {
    await handOverAll(context, { kind: 'consent', collection: context.consents, ...statuses });
    await handOverAll(context, { kind: 'fundsConsent', collection: context.fundsConsents, ...statuses });
  });
}

function handOverIn<T extends ConsentRecord>(
  { heldLinks }: ConsentContext,
  kind: ConsentKind<T>,
  request: Request,
): Promise<Reply> {
  return handOver<T>(heldLinks, request, {
    collection: kind.collection,
    statusField: 'consentStatus',
    openStatuses: AUTHORISABLE_STATUSES,
    parentOf: ({ _id }) => ({ kind: kind.parent, id: _id }),
    contentOf: (consent) => kind.contentOf(consent, 'asked'),
  });
}
