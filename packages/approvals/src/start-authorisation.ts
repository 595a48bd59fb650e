import {
  type AuthorisationState,
  type CombinedSession,
  type PsuData,
  psuNameOf,
  type ScaContent,
  type ScaParent,
  type ScaWishes,
  startAuthorisation as startAtSca,
  Xs2aError,
} from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { refuseAccountOfOtherPsu } from './account-of-other-psu.ts';
import type { Approvable, Approvals, StartedAuthorisation } from './approvals.ts';
import { contentHashOf } from './content-hash.ts';
import { refuseInputAtStart } from './input-at-start.ts';
import { type ApprovalContext, approachOfStart, type StartRequest } from './start-sca.ts';

/** A resource whose authorisations a TPP starts, as defined by its owner. */
export interface Startable<T extends Approvable & Document> {
  readonly collection: Collection<T>;
  readonly statusField: keyof T & string;
  /** Field with the approvals; default: the document itself. */
  readonly within?: keyof T & string;
  find(): Promise<T>;
  parentOf(document: T): ScaParent;
  approvalsOf(document: T): Approvals;
  /** Throws if no authorisation can be started now. */
  refuseStart(document: T): void;
  /** Content for approval, with a new authorisation or an earlier one. */
  contentOf(document: T, started: StartedAuthorisation | undefined): ScaContent | Promise<ScaContent>;
  /** Session of a consent to which the first authorisation belongs (decision 80). */
  combinedOf?(document: T): CombinedSession | undefined;
  /** Further conditions for storing it. */
  guardOf?(document: T): Record<string, unknown>;
}

/**
 * Starts an authorisation for the TPP (decision 20): stores its id with the parent in a guarded write, then requests it from sca.
 * A repeated request gets the same authorisation. The number of authorisations is limited.
 */
export function startApproval<T extends Approvable & Document>(
  context: ApprovalContext,
  request: StartRequest,
  startable: Startable<T>,
): Promise<AuthorisationState> {
  return retryOnConflict(async () => {
    const parent = await startable.find();
    const approvals = startable.approvalsOf(parent);
    const before = startedBefore(parent, approvals, request);
    if (before === undefined) {
      refuseStart(context, startable, parent);
      refuseSigned(approvals, request.psu);
    }
    const until = approvalsUntil(approvals, before);
    const psu = psuOfStart(parent, until, request.psu);
    const combined = combinedOfStart(startable.combinedOf?.(parent), parent, until, request.psu);
    const wishes = mergeWishes(parent.wishes, request.wishes);
    const content = await startable.contentOf(parent, before);
    const approach = approachOfStart(context.profile, { wishes, input: request.input }, content);
    if (before === undefined) {
      refuseInputAtStart(approach, request.input, psu);
      await refuseAccountOfOtherPsu(context, request, content);
    }
    const contentHash = contentHashOf(content);
    if (before !== undefined && (before.contentHash ?? parent.contentHash) !== contentHash) {
      throw new Xs2aError('statusInvalid', { text: 'what is to be authorised has changed; start a new authorisation' });
    }
    const started = before ?? (await storeAuthorisation(startable, parent, request, contentHash));
    if (started === null) return null;
    const { tpp, input } = request;
    return context.bus.ask(startAtSca, {
      tpp,
      authorisationId: started.id,
      parent: startable.parentOf(parent),
      content,
      contentHash,
      psu,
      wishes,
      ...approach,
      signedBy: approvals.signedBy,
      signingRound: signingRoundOf(approvals),
      ...(combined && { combined }),
      ...(input && { input }),
    });
  });
}

/** Refuses a new authorisation if the parent accepts none now or has too many. */
function refuseStart<T extends Approvable & Document>(
  { profile }: ApprovalContext,
  startable: Startable<T>,
  parent: T,
): void {
  startable.refuseStart(parent);
  const { authorisationsMax } = profile.limits;
  if (startable.approvalsOf(parent).authorisations.length >= authorisationsMax) {
    throw new Xs2aError('statusInvalid', { text: `at most ${authorisationsMax} authorisations of one resource` });
  }
}

/** A PSU approves once. A repeated start of the same approval is not another one. */
function refuseSigned({ signedBy }: Approvals, psu: PsuData | undefined): void {
  if (psu !== undefined && signedBy.includes(psu.psuId)) throw new Xs2aError('signedAlready', { path: 'PSU-ID' });
}

/** Returns the authorisation that this request started before. Refuses an X-Request-ID of another request (decision 2). */
function startedBefore(
  parent: Pick<Approvable, 'requestId' | 'fingerprint'>,
  { authorisations }: Approvals,
  { requestId, fingerprint }: StartRequest,
): StartedAuthorisation | undefined {
  const started = authorisations.find((authorisation) => authorisation.requestId === requestId);
  const known = parent.requestId === requestId ? parent : started;
  if (known !== undefined && known.fingerprint !== fingerprint) {
    throw new Xs2aError('requestIdReused', { path: 'X-Request-ID' });
  }
  return started;
}

/**
 * Number of outcomes that do not count: refusals, approvals voided by one of them, and approvals of other content than the PSUs
 * before approved. Their PSUs may approve again (decision 6). A member of a basket has approvals without its own outcome.
 */
function signingRoundOf({ authorisations, signedBy }: Approvals): number {
  return Math.max(0, authorisations.filter(({ outcome }) => outcome !== undefined).length - signedBy.length);
}

/** Approvals at the start of an authorisation. */
function approvalsUntil(approvals: Approvals, started: StartedAuthorisation | undefined): Approvals {
  const { authorisations } = approvals;
  if (started === undefined) return approvals;
  return { ...approvals, authorisations: authorisations.slice(0, authorisations.indexOf(started)) };
}

/**
 * The TPP's preferences for a start, by default those of the creation. One TPP-Redirect-URI is valid for the whole transaction
 * (decision 13). A TPP that prefers the redirect approach must send it now, or have sent it with the creation.
 */
export function mergeWishes(earlier: ScaWishes, later: ScaWishes): ScaWishes {
  const { redirectUri } = earlier;
  if (redirectUri !== undefined && later.redirectUri !== undefined && later.redirectUri !== redirectUri) {
    const text = 'must be the same for the whole transaction';
    throw new Xs2aError('headerInvalid', { path: 'TPP-Redirect-URI', text });
  }
  if (later.redirectPreferred === true && redirectUri === undefined && later.redirectUri === undefined) {
    throw new Xs2aError('redirectUriMissing', { path: 'TPP-Redirect-URI' });
  }
  return { ...earlier, ...Object.fromEntries(Object.entries(later).filter(([, wish]) => wish !== undefined)) };
}

/**
 * PSU of a start. If one PSU must approve, it is that of the creation. If several must, that PSU is the first; the start names
 * each of the others, or they are known at sign-in.
 */
function psuOfStart(
  { namedPsu }: Pick<Approvable, 'namedPsu'>,
  { authorisations, signaturesNeeded, signedBy }: Approvals,
  psu: PsuData | undefined,
): PsuData | undefined {
  if (psu !== undefined && namedPsu !== undefined && signaturesNeeded === 1 && psu.psuId !== namedPsu.psuId) {
    throw namedPsuMismatch('PSU-ID');
  }
  const companies = [psu?.corporateId, namedPsu?.corporateId].filter((company) => company !== undefined);
  if (signaturesNeeded === 1 && new Set(companies).size > 1) {
    throw namedPsuMismatch('PSU-Corporate-ID');
  }
  const isFirst = authorisations.length === 0 && signedBy.length === 0;
  return psu ?? (namedPsu && (signaturesNeeded === 1 || isFirst) ? psuNameOf(namedPsu) : undefined);
}

/**
 * The session is valid for the first authorisation, if one PSU approves. A PSU-ID that the TPP did not use before is not compared
 * with that of the session, because the answer would disclose whether it is the same.
 */
function combinedOfStart(
  combined: CombinedSession | undefined,
  { namedPsu }: Pick<Approvable, 'namedPsu'>,
  { authorisations, signaturesNeeded }: Approvals,
  psu: PsuData | undefined,
): CombinedSession | undefined {
  const isFirst = authorisations.length === 0 && signaturesNeeded === 1;
  return isFirst && (psu === undefined || psu.psuId === namedPsu?.psuId) ? combined : undefined;
}

/** No authorisation was started. The TPP may start one at the same address, with the PSU of the creation or without a PSU. */
function namedPsuMismatch(path: 'PSU-ID' | 'PSU-Corporate-ID'): Xs2aError {
  const text = `another ${path} was named when the resource was created`;
  return new Xs2aError('psuCredentialsInvalid', { path, text, remedy: 'startAuthorisation' });
}

/** Null if in the meantime the parent changed, or another of its authorisations was started. */
async function storeAuthorisation<T extends Approvable & Document>(
  startable: Startable<T>,
  parent: T,
  { requestId, fingerprint, wishes }: StartRequest,
  contentHash: string,
): Promise<StartedAuthorisation | null> {
  const { collection, statusField, within } = startable;
  const started = { id: crypto.randomUUID(), requestId, fingerprint, contentHash };
  const list = within === undefined ? 'authorisations' : `${within}.authorisations`;
  const { authorisations, signedBy } = startable.approvalsOf(parent);
  const filter = {
    ...startable.guardOf?.(parent),
    _id: parent['_id'],
    [statusField]: parent[statusField],
    [list]: { $size: authorisations.length },
    [within === undefined ? 'signedBy' : `${within}.signedBy`]: signedBy,
  } as Filter<T>;
  const isFirstUri = parent.wishes.redirectUri === undefined && wishes.redirectUri !== undefined;
  // The notification address belongs to the resource; the latest one is valid (decision 27).
  const kept = {
    ...(isFirstUri && { 'wishes.redirectUri': wishes.redirectUri }),
    ...(wishes.notification && { 'wishes.notification': wishes.notification }),
  };
  const update = {
    $push: { [list]: started },
    ...(Object.keys(kept).length > 0 && { $set: kept }),
  } as unknown as UpdateFilter<T>;
  const { matchedCount } = await collection.updateOne(filter, update);
  return matchedCount === 1 ? started : null;
}
