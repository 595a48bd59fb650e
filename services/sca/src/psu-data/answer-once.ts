import { type AuthorisationState, isSituation, type RefusalOnBus, type Situation, Xs2aError } from '@xs2a/contracts';
import { toRefusal } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { ScaContext } from '../context.ts';
import { type AnsweredUpdate, UPDATES_KEPT } from '../model/answered-update.ts';
import type { Authorisation } from '../model/authorisation.ts';

/** A request that has not renewed its claim for this long was cut off: the same request continues it. */
const CUT_OFF_MS = 2_000;
const RENEW_MS = 500;
/** Time for which a repetition waits for the first request, and its polling interval. */
const WAIT_MS = 2_200;
const CHECK_EVERY_MS = 100;
/** Temporary refusals. They have changed nothing, and the same request may succeed later. */
const TEMPORARY_ERRORS: readonly Situation[] = ['psuIdsExceeded', 'statusConflict', 'statusInvalid', 'requestInFlight'];

type AnswerContext = Pick<ScaContext, 'authorisations' | 'now'>;

export interface UpdateToAnswer {
  readonly requestId: string;
  readonly hash: string;
  readonly kid: string;
  /** Whether a stored update equals this one, under the key of its hash. */
  isSame(update: AnsweredUpdate): boolean;
  find(): Promise<Authorisation>;
  /** Throws if the update is not permitted now. None of it is stored. */
  refuse(authorisation: Authorisation): void;
  /** Processes the update, for the first time or again. Attempts are counted under `hash`. */
  apply(authorisation: Authorisation, hash: string): Promise<AuthorisationState>;
  /** Returns the answer for a request that moved the authorisation and was cut off before it was answered. */
  answerMoved(authorisation: Authorisation, update: AnsweredUpdate): AuthorisationState;
}

/**
 * Processes an update once: a repeated request gets the stored response, even a refusal, and has no second effect (decision 2). A
 * guarded write claims the request before anything is done. A request that was cut off continues under the same claim.
 */
export async function answerOnce(context: AnswerContext, update: UpdateToAnswer): Promise<AuthorisationState> {
  const startedAt = performance.now();
  for (;;) {
    const found = await update.find();
    const known = found.updates?.find((stored) => update.isSame(stored));
    if (known?.reply !== undefined) return known.reply;
    if (known?.refused !== undefined) throw errorOf(known.refused);
    if (known === undefined || known.heldUntil <= context.now()) {
      const claimed = await claim(context, found, known, update);
      if (claimed !== null) return answer(context, claimed, known, update);
    }
    if (performance.now() - startedAt > WAIT_MS) throw new Xs2aError('requestInFlight');
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

/** Claims the update. Returns null if another request claimed one in between. */
async function claim(
  context: AnswerContext,
  found: Authorisation,
  known: AnsweredUpdate | undefined,
  update: UpdateToAnswer,
): Promise<Authorisation | null> {
  if (known === undefined) update.refuse(found);
  const at = context.now();
  const heldUntil = new Date(at.getTime() + CUT_OFF_MS);
  const unchanged: Filter<Authorisation> = {
    _id: found._id,
    updateClaims: found.updateClaims ?? { $exists: false },
    ...(known && { 'updates.hash': known.hash }),
  };
  const { hash, kid } = update;
  const change =
    known === undefined
      ? { $push: { updates: { $each: [{ hash, kid, at, heldUntil }], $slice: -UPDATES_KEPT } } }
      : { $set: { 'updates.$.heldUntil': heldUntil } };
  return context.authorisations.findOneAndUpdate(
    unchanged,
    { ...change, $inc: { updateClaims: 1 } },
    { returnDocument: 'after' },
  );
}

async function answer(
  context: AnswerContext,
  claimed: Authorisation,
  known: AnsweredUpdate | undefined,
  update: UpdateToAnswer,
): Promise<AuthorisationState> {
  const hash = known?.hash ?? update.hash;
  const store = async (fields: Partial<AnsweredUpdate>): Promise<void> => {
    const set = Object.entries(fields).map(([name, value]) => [`updates.$.${name}`, value]);
    await context.authorisations.updateOne(
      { _id: claimed._id, 'updates.hash': hash },
      { $set: Object.fromEntries(set) as Record<string, never> },
    );
  };
  const heldFrom = (): Date => new Date(context.now().getTime() + CUT_OFF_MS);
  const renewal = setInterval(() => void store({ heldUntil: heldFrom() }).catch(() => undefined), RENEW_MS);
  try {
    const reply = await work(claimed, known, update, hash);
    clearInterval(renewal);
    await store({ reply });
    return reply;
  } catch (error) {
    clearInterval(renewal);
    const { refusal, situation, path, text, remedy, retryAfterSeconds } = toRefusal(error);
    const isPassing = refusal.status >= 500 || TEMPORARY_ERRORS.includes(situation);
    const refused = { refusal: situation, path, text, remedy, retryAfterSeconds };
    const given = Object.fromEntries(Object.entries(refused).filter(([, value]) => value !== undefined));
    await store(isPassing ? { heldUntil: context.now() } : { refused: given as RefusalOnBus });
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

async function work(
  claimed: Authorisation,
  known: AnsweredUpdate | undefined,
  update: UpdateToAnswer,
  hash: string,
): Promise<AuthorisationState> {
  const present = claimed.updates?.find((stored) => stored.hash === hash);
  if (known !== undefined && present !== undefined && hasMoved(claimed, present, update)) {
    return update.answerMoved(claimed, present);
  }
  // Another request may have moved the authorisation between the read and the claim.
  update.refuse(claimed);
  return update.apply(claimed, hash);
}

/** Whether this request has moved the status, according to the history. */
function hasMoved({ history }: Authorisation, { at }: AnsweredUpdate, { requestId }: UpdateToAnswer): boolean {
  return history.some((entry) => entry.at >= at && entry.requestId.toLowerCase() === requestId);
}

function errorOf({ refusal, path, text, remedy, retryAfterSeconds }: RefusalOnBus): Xs2aError {
  return new Xs2aError(isSituation(refusal) ? refusal : 'internalError', {
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
    ...(remedy !== undefined && { remedy }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
