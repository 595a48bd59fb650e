import { type Situation, Xs2aError } from '@xs2a/contracts';
import { setVisitCookie } from '../visits/cookies.ts';
import { startVisit } from '../visits/issue-form-token.ts';
import type { Note } from '../visits/note.ts';
import { sessionCookie, type Visit } from '../visits/open-visit.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import type { NoteWord } from '../words/note-word.ts';

interface StepReply {
  readonly session?: string | undefined;
}

/** The step was already taken, by a form submitted twice or in another tab. The page of the visit shows the present step. */
const STEP_TAKEN_BEFORE: readonly Situation[] = [
  'redirectLinkUnknown',
  'redirectLinkExpired',
  'scaSessionOver',
  'statusConflict',
  'statusInvalid',
  'scaMethodUnknown',
];

/**
 * Asks sca to take a step, and replaces the old session by the new one. Before the sign-in, each attempt has a separate form.
 * Returns undefined after a redirect to the page.
 */
export async function takeStep<Reply extends StepReply>(
  visit: Visit,
  ask: () => Promise<Reply>,
): Promise<Reply | undefined> {
  const { response, visitCookieName, context } = visit;
  try {
    const reply = await ask();
    const { session } = reply;
    if (session !== undefined) setVisitCookie(response, visitCookieName, sessionCookie(session), context.isSecure);
    else if (visit.session === undefined) startVisit(visit);
    return reply;
  } catch (error) {
    if (!(error instanceof Xs2aError && STEP_TAKEN_BEFORE.includes(error.situation))) throw error;
    redirectToPage(visit);
    return undefined;
  }
}

/** Returns the note for a step that failed. */
export function noteOf({
  problem,
  attemptsLeft,
}: {
  readonly problem?: NoteWord | undefined;
  readonly attemptsLeft?: number | undefined;
}): Note | undefined {
  return problem === undefined ? undefined : { word: problem, ...(attemptsLeft !== undefined && { attemptsLeft }) };
}
