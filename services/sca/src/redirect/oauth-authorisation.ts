import {
  type findForOAuth as findOperation,
  isFinal,
  type readOAuthOutcome as outcomeOperation,
  type ReplyOf,
  type RequestOf,
  SCA_STATUS_MACHINE,
  type ScaStatus,
  type sendBackToOAuth as sendBackOperation,
  statusesOf,
  Xs2aError,
} from '@xs2a/contracts';
import { tppNameOf } from '../authorisation/tpp-name.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findSession } from '../session/session.ts';

const MS_PER_MINUTE = 60_000;
/** Statuses in which the PSU may still approve. */
const OPEN = statusesOf(SCA_STATUS_MACHINE).filter(
  (status) => status !== 'unconfirmed' && !isFinal(SCA_STATUS_MACHINE, status),
);

/** Statuses after the PSU's approval; while `unconfirmed` the TPP must still show the token issued for it. */
const APPROVED: readonly ScaStatus[] = ['finalised', 'exempted', 'unconfirmed'];

/** Finds the newest open authorisation of a resource, to which its TPP may lead the PSU by OAuth. */
export async function findForOAuth(
  context: ScaContext,
  request: RequestOf<typeof findOperation>,
): Promise<ReplyOf<typeof findOperation>> {
  const [found] = await openForOAuth(context, request);
  if (found === undefined) throw new Xs2aError('redirectLinkUnknown');
  return { authorisationId: found._id, tppName: tppNameOf(context, found), redirectUris: redirectUrisOf(found) };
}

/** Returns the addresses to which the TPP wants the browser redirected. */
export function redirectUrisOf({ redirectUri, nokRedirectUri }: Authorisation): string[] {
  return [redirectUri, nokRedirectUri].filter((uri) => uri !== undefined);
}

/** Returns all open authorisations of a resource, newest first. */
export async function openForOAuth(
  context: Pick<ScaContext, 'authorisations' | 'now'>,
  { tppId, kinds, resourceId }: RequestOf<typeof findOperation>,
): Promise<Authorisation[]> {
  const open = {
    'parent.id': resourceId,
    'parent.kind': { $in: kinds },
    tppId,
    scaApproach: 'REDIRECT',
    scaStatus: { $in: OPEN },
    openUntil: { $gt: context.now() },
  } as const;
  const all = await context.authorisations.find(open).toArray();
  // A resource has few authorisations: sorted here, they need no separate index.
  return all.toSorted((one, other) => other.openUntil.getTime() - one.openUntil.getTime());
}

/** Makes the pages of the authorisation lead back to the authorisation server. Renews the lifetime of its link. */
export async function sendBackToOAuth(
  context: ScaContext,
  { authorisationId, tppId, returnUri, redirectUri }: RequestOf<typeof sendBackOperation>,
): Promise<ReplyOf<typeof sendBackOperation>> {
  const { authorisations, now, profile } = context;
  const linkUntil = new Date(now().getTime() + profile.limits.redirectLinkMinutes * MS_PER_MINUTE);
  const found = await authorisations.findOneAndUpdate(
    {
      _id: authorisationId,
      ...(tppId !== undefined && { tppId }),
      scaApproach: 'REDIRECT',
      scaStatus: { $in: OPEN },
      openUntil: { $gt: now() },
    },
    { $set: { oauth: { returnUri, redirectUri } }, $max: { linkUntil } },
    { returnDocument: 'after' },
  );
  if (found === null) throw new Xs2aError('redirectLinkUnknown');
  return { redirectReference: found.redirectReference };
}

/**
 * Returns the outcome for the browser in which the PSU approved, recognised by the authorisation's session; an approval counts
 * for no other browser.
 */
export async function readOAuthOutcome(
  context: ScaContext,
  { authorisationId, session }: RequestOf<typeof outcomeOperation>,
): Promise<ReplyOf<typeof outcomeOperation>> {
  const found = await context.authorisations.findOne({ _id: authorisationId });
  if (found === null) throw new Xs2aError('redirectLinkUnknown');
  const { scaStatus, redirectReference } = found;
  if (scaStatus === 'failed') return { outcome: 'refused', redirectReference };
  const hasApproved = APPROVED.includes(scaStatus);
  const isOwn = hasApproved && session !== undefined && (await isSessionOf(context, found, session));
  return { outcome: isOwn ? 'approved' : 'open', redirectReference };
}

async function isSessionOf(context: ScaContext, { _id }: Authorisation, session: string): Promise<boolean> {
  try {
    return (await findSession(context, context.authorisations, session))._id === _id;
  } catch (error) {
    if (error instanceof Xs2aError) return false;
    throw error;
  }
}
