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

/** A resource of which a TPP starts authorisations, as its owner knows it. */
export interface Startable<T extends Approvable & Document> {
  readonly collection: Collection<T>;
  readonly statusField: keyof T & string;
  /** The field that holds the approvals, where it is not the document itself. */
  readonly within?: keyof T & string;
  find(): Promise<T>;
  parentOf(document: T): ScaParent;
  approvalsOf(document: T): Approvals;
  /** Throws where no authorisation may be started now. */
  refuseStart(document: T): void;
  /** Content that the PSU approves, with a new authorisation or with one that was started before. */
  contentOf(document: T, started: StartedAuthorisation | undefined): ScaContent | Promise<ScaContent>;
  /** The session of a consent that the first authorisation belongs to (decision 80). */
  combinedOf?(document: T): CombinedSession | undefined;
  /** Further conditions for storing it. */
  guardOf?(document: T): Record<string, unknown>;
}

/**
 * Starts an authorisation for the TPP (decision 20): stores its id with the parent in a guarded write, then
 * asks sca for it. The same request repeated gets the same authorisation. The number of authorisations is limited.
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
    const wishes = wishesOfStart(parent.wishes, request.wishes);
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
    const started = before ?? (await storeStarted(startable, parent, request, contentHash));
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

/** Refuses a new authorisation of a parent that takes none now or has too many. */
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

/** A PSU approves once. The repeated start of its own approval is no other one. */
function refuseSigned({ signedBy }: Approvals, psu: PsuData | undefined): void {
  if (psu !== undefined && signedBy.includes(psu.psuId)) throw new Xs2aError('signedAlready', { path: 'PSU-ID' });
}

/** The authorisation that this request started before. Refuses the X-Request-ID of another request (decision 13). */
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
 * How many outcomes do not count: refusals, approvals that one of them voided, and those of something else than the PSUs before
 * approved. The PSUs of these may approve again (decision 6). A member of a basket has approvals without an outcome of its own.
 */
function signingRoundOf({ authorisations, signedBy }: Approvals): number {
  return Math.max(0, authorisations.filter(({ outcome }) => outcome !== undefined).length - signedBy.length);
}

/** The approvals as they were when an authorisation was started. */
function approvalsUntil(approvals: Approvals, started: StartedAuthorisation | undefined): Approvals {
  const { authorisations } = approvals;
  if (started === undefined) return approvals;
  return { ...approvals, authorisations: authorisations.slice(0, authorisations.indexOf(started)) };
}

/**
 * The TPP's wishes for a start: those of the creation where the start names none. One TPP-Redirect-URI holds for the
 * whole transaction (decision 13). Whoever prefers a redirect names it now, or did with the creation.
 */
export function wishesOfStart(earlier: ScaWishes, later: ScaWishes): ScaWishes {
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
 * The PSU of a start. Where one PSU must approve it is the PSU that the creation named. Where several must, that PSU is
 * the first; the start names each of the others, or they are who signs in.
 */
function psuOfStart(
  { namedPsu }: Pick<Approvable, 'namedPsu'>,
  { authorisations, signaturesNeeded, signedBy }: Approvals,
  psu: PsuData | undefined,
): PsuData | undefined {
  if (psu !== undefined && namedPsu !== undefined && signaturesNeeded === 1 && psu.psuId !== namedPsu.psuId) {
    throw otherThanNamed('PSU-ID');
  }
  const companies = [psu?.corporateId, namedPsu?.corporateId].filter((company) => company !== undefined);
  if (signaturesNeeded === 1 && new Set(companies).size > 1) {
    throw otherThanNamed('PSU-Corporate-ID');
  }
  const isFirst = authorisations.length === 0 && signedBy.length === 0;
  return psu ?? (namedPsu && (signaturesNeeded === 1 || isFirst) ? psuNameOf(namedPsu) : undefined);
}

/**
 * The session counts for the first authorisation, where one PSU approves. A PSU-ID that the TPP did not use before is not
 * compared with that of the session: the answer would tell whether it is the same.
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

/** No authorisation was started. The same address takes another start, with the PSU of the creation or without a PSU. */
function otherThanNamed(path: 'PSU-ID' | 'PSU-Corporate-ID'): Xs2aError {
  const text = `another ${path} was named when the resource was created`;
  return new Xs2aError('psuCredentialsInvalid', { path, text, remedy: 'startAuthorisation' });
}

/** Null when the parent moved, or another authorisation of it was started, in between. */
async function storeStarted<T extends Approvable & Document>(
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
  // The notification address belongs to the resource; the latest one counts (decision 27).
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
