import { type reportApproval as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { deliverOutcome, endAuthorisation, settlementEntry } from '../authorisation/end-authorisation.ts';
import { failIfOverdue } from '../authorisation/fail-if-overdue.ts';
import { signOnce } from '../authorisation/signature.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation, hasEnded, mustChoose } from '../model/authorisation.ts';
import type { StepResult } from '../session/renew-redirect-session.ts';
import { type ApprovalFields, approvalOfPsu } from './approval-of-psu.ts';
import { findServerApproval } from './find-server-approval.ts';
import { isUndecided } from './is-undecided.ts';

type Report = RequestOf<typeof operation>;
type Approval = Extract<Report, { verdict: 'approved' }>;
type ServerContext = Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'outbox' | 'now'>;

/** Number of different, independent kinds of elements (RTS 2018/389, Art. 4 and 9). */
const FACTORS_NEEDED = 2;
/** One decision of the bank's server: the PSU was authenticated, opened the content and approved it, all in one write. */
const EVENTS = ['authenticated', 'opened', 'approved'];
const EVENTS_AFTER_FIRST_FACTOR = EVENTS.slice(1);

/**
 * Records the PSU's decision at the bank's own server (decision 100). The first timely decision counts, for the content that it
 * names. The same report again gets the same answer; another one changes nothing.
 */
export async function reportApproval(context: ServerContext, report: Report): Promise<ReplyOf<typeof operation>> {
  const authorisation = await findServerApproval(context, report);
  if (!isUndecided(context, authorisation)) return standing(await failIfOverdue(context, authorisation), report);
  if (report.verdict === 'declined') {
    return afterWrite(context, await endAuthorisation(context, authorisation, 'failed', 'psu'), report);
  }
  if (new Set(report.factors).size < FACTORS_NEEDED) {
    throw new Xs2aError('fieldInvalid', { path: 'factors', text: 'must be two of different kinds' });
  }
  const fields = await approvalOfPsu(context, authorisation, report);
  if (typeof fields === 'string') return { scaStatus: authorisation.scaStatus, counts: false, problem: fields };
  if (mustChoose(fields)) return { scaStatus: authorisation.scaStatus, counts: false, problem: 'accountsNotChosen' };
  // Dynamic linking (RTS 2018/389, Art. 5): the PSU was shown something else, or its accounts have changed since.
  if (fields.contentHash !== report.contentHash) throw new Xs2aError('fieldInvalid', { path: 'contentHash' });
  return afterWrite(context, await approve(context, authorisation, fields, report), report);
}

/** One guarded write stores the approval and the message to the owner, which is delivered before the bank is answered. */
function approve(
  context: ServerContext,
  authorisation: Authorisation,
  fields: ApprovalFields,
  { factors }: Approval,
): Promise<StepResult | null> {
  const approved: Authorisation = { ...authorisation, ...fields };
  const events = authorisation.scaStatus === 'psuAuthenticated' ? EVENTS_AFTER_FIRST_FACTOR : EVENTS;
  return signOnce(context, approved, async (signature) => {
    const at = context.now();
    const { contentHash } = authorisation;
    const ended = await advance(AUTHORISATIONS, context.authorisations, authorisation, events, {
      at,
      by: 'psu',
      psuId: fields.psu.psuId,
      where: { contentHash, openUntil: { $gt: at } },
      set: { ...fields, signature, approvedAtServer: { factors: [...new Set(factors)] } },
      outbox: [settlementEntry(approved, 'finalised', at)],
    });
    if (ended === null) return null;
    return { authorisation: await deliverOutcome(context, ended) };
  });
}

/** Another request wrote first; the next report finds its result. */
async function afterWrite(
  { authorisations }: Pick<ScaContext, 'authorisations'>,
  written: StepResult | null,
  report: Report,
): Promise<ReplyOf<typeof operation>> {
  if (written !== null) return standing(written.authorisation, report);
  const present = await authorisations.findOne({ _id: report.authorisationId });
  if (present === null || !hasEnded(present)) throw new Xs2aError('requestInFlight');
  return standing(present, report);
}

/** Returns the decision on the authorisation, and whether this report repeats it. */
function standing(authorisation: Authorisation, report: Report): ReplyOf<typeof operation> {
  const { scaStatus } = authorisation;
  if (report.verdict === 'declined') return { scaStatus, counts: scaStatus === 'failed' };
  const { psu, contentHash, approvedAtServer } = authorisation;
  const isThis = psu?.psuId === report.psuId && contentHash === report.contentHash;
  const counts = scaStatus === 'finalised' && approvedAtServer !== undefined && isThis;
  return { scaStatus, counts, ...(authorisation.signedAlready && { problem: 'signedAlready' as const }) };
}
