import {
  type AuthorisationState,
  type PsuData,
  type ScaContent,
  type ScaParent,
  type ScaWishes,
  startAuthorisation as startAtSca,
  Xs2aError,
} from '@xs2a/contracts';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { beforeAttempt } from './before-attempt.ts';
import { type Authorising, type StartRequest, scaApproachFor } from './begin-sca.ts';
import { contentHashOf } from './content-hash.ts';
import type { Approvals, Signed, StartedAuthorisation } from './signed.ts';

const ATTEMPTS_MAX = 5;

/** A resource of which a TPP may start authorisations, as its owner knows it. */
export interface Startable<T extends Signed & Document> {
  readonly collection: Collection<T>;
  readonly statusField: keyof T & string;
  /** The field that holds the approvals, where it is not the document itself. */
  readonly within?: keyof T & string;
  find(): Promise<T>;
  parentOf(document: T): ScaParent;
  approvalsOf(document: T): Approvals;
  /** Refuses where no authorisation may be started now. */
  refuseStart(document: T): void;
  /** What is approved: of a new authorisation, or of one that was started before. */
  contentOf(document: T, started: StartedAuthorisation | undefined): ScaContent | Promise<ScaContent>;
  /** What must still hold when it is noted. */
  guardOf?(document: T): Record<string, unknown>;
}

/**
 * The TPP starts an authorisation (decision 20): its id is noted with the parent in a guarded write, then
 * sca is asked for it. The same request repeated gets the same authorisation; a parent has a bounded number of them.
 */
export async function startAuthorisationOf<T extends Signed & Document>(
  room: Authorising,
  request: StartRequest,
  startable: Startable<T>,
): Promise<AuthorisationState> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const parent = await startable.find();
    const approvals = startable.approvalsOf(parent);
    const before = startedBefore(parent, approvals, request);
    if (before === undefined) {
      startable.refuseStart(parent);
      refuseTooMany(room, approvals);
      // Refuses a company that the bank does not know.
      await room.signingRules.signaturesNeeded([], request.psu?.corporateId ?? request.wishes.corporateId);
    }
    const psu = psuOfStart(parent, approvalsUntil(approvals, before), request.psu);
    const wishes = wishesOfStart(parent.wishes, request.wishes);
    const content = await startable.contentOf(parent, before);
    const scaApproach = scaApproachFor(room.profile, wishes, content);
    const contentHash = contentHashOf(content);
    if (before !== undefined && (before.contentHash ?? parent.contentHash) !== contentHash) {
      throw new Xs2aError('statusInvalid', { text: 'what is to be authorised has changed; start a new authorisation' });
    }
    const started = before ?? (await note(startable, parent, request, contentHash));
    if (started === null) continue;
    const { tpp, input } = request;
    return room.bus.ask(startAtSca, {
      tpp,
      authorisationId: started.id,
      parent: startable.parentOf(parent),
      content,
      contentHash,
      psu,
      wishes,
      scaApproach,
      signedBy: approvals.signedBy,
      ...(input && { input }),
    });
  }
  throw new Xs2aError('statusConflict');
}

/** The authorisation that this very request started before. The id of another request is refused (decision 13). */
function startedBefore(
  parent: Pick<Signed, 'requestId' | 'fingerprint'>,
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

function refuseTooMany({ profile }: Authorising, { authorisations }: Approvals): void {
  const { authorisationsMax } = profile.limits;
  if (authorisations.length < authorisationsMax) return;
  throw new Xs2aError('statusInvalid', { text: `at most ${authorisationsMax} authorisations of one resource` });
}

/** The approvals as they were before an authorisation was started. */
function approvalsUntil(approvals: Approvals, started: StartedAuthorisation | undefined): Approvals {
  const { authorisations } = approvals;
  if (started === undefined) return approvals;
  return { ...approvals, authorisations: authorisations.slice(0, authorisations.indexOf(started)) };
}

/**
 * The wishes of the creation where the start names none of its own, and one TPP-Redirect-URI for the whole transaction
 * (decision 13).
 */
export function wishesOfStart(earlier: ScaWishes, later: ScaWishes): ScaWishes {
  const { redirectUri } = earlier;
  if (redirectUri !== undefined && later.redirectUri !== undefined && later.redirectUri !== redirectUri) {
    const text = 'must be the same for the whole transaction';
    throw new Xs2aError('headerInvalid', { path: 'TPP-Redirect-URI', text });
  }
  return { ...earlier, ...Object.fromEntries(Object.entries(later).filter(([, wish]) => wish !== undefined)) };
}

/**
 * The PSU that the creation named is the one where one must approve. Of several it is the first; each of the others is
 * named by the start, or is who signs in.
 */
function psuOfStart(
  { namedPsu }: Pick<Signed, 'namedPsu'>,
  { authorisations, signaturesNeeded, signedBy }: Approvals,
  psu: PsuData | undefined,
): PsuData | undefined {
  if (psu !== undefined && namedPsu !== undefined && signaturesNeeded === 1 && psu.psuId !== namedPsu.psuId) {
    throw new Xs2aError('psuCredentialsInvalid', { path: 'PSU-ID' });
  }
  const companies = [psu?.corporateId, namedPsu?.corporateId].filter((company) => company !== undefined);
  if (signaturesNeeded === 1 && new Set(companies).size > 1) {
    throw new Xs2aError('psuCredentialsInvalid', { path: 'PSU-Corporate-ID' });
  }
  if (psu !== undefined && signedBy.includes(psu.psuId)) throw new Xs2aError('signedAlready', { path: 'PSU-ID' });
  const isFirst = authorisations.length === 0 && signedBy.length === 0;
  return psu ?? (signaturesNeeded === 1 || isFirst ? namedPsu : undefined);
}

/** Null when the parent moved, or another authorisation of it was started, at the same moment. */
async function note<T extends Signed & Document>(
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
  // Whom it tells of its status is of the resource too, and the last word counts (decision 27).
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
