import {
  authenticatePsu,
  authoriseTransaction,
  declineAuthorisation,
  type ReplyOf,
  type Situation,
  selectMethod,
  Xs2aError,
} from '@xs2a/contracts';
import { clearCookie, setVisitCookie } from './cookies.ts';
import { type Note, writeNote } from './note.ts';
import { field, fields, sessionCookie, type Visit } from './open-visit.ts';
import { showView, toStep } from './show-step.ts';

type Stepped = ReplyOf<typeof selectMethod>;

/** Longest inputs that sca takes (contracts/sca.ts). */
const PSU_ID_MAX = 100;
const PASSWORD_MAX = 200;
const CODE_MAX = 100;

/**
 * The step was taken already, by the same form sent twice or in another tab: the page of the link tells where the PSU
 * stands now.
 */
const MOVED_ON: readonly Situation[] = [
  'redirectLinkUnknown',
  'scaSessionOver',
  'statusConflict',
  'statusInvalid',
  'scaMethodUnknown',
];

export async function signIn(visit: Visit): Promise<void> {
  const psuId = field(visit, 'psuId')?.trim();
  const password = field(visit, 'password');
  const corporateId = field(visit, 'corporateId')?.trim();
  if (!psuId || !password) return sayAndShow(visit, { word: 'inputMissing' });
  // Too long for any credential of a PSU: one answer with wrong ones, as everywhere.
  if (psuId.length > PSU_ID_MAX || password.length > PASSWORD_MAX || (corporateId?.length ?? 0) > PSU_ID_MAX) {
    return sayAndShow(visit, { word: 'credentialsInvalid' });
  }
  await take(visit, () =>
    visit.room.bus.ask(authenticatePsu, {
      redirectReference: visit.reference,
      psuId,
      password,
      ...(corporateId && { corporateId }),
      language: visit.visitor.language,
    }),
  );
}

/** Chooses a method, or has a new code sent by the one chosen. */
export async function chooseMethod(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  const authenticationMethodId = field(visit, 'authenticationMethodId');
  if (authenticationMethodId === undefined || authenticationMethodId.length > 35) {
    return sayAndShow(visit, { word: 'inputMissing' });
  }
  const { language } = visit.visitor;
  const accounts = fields(visit, 'accounts');
  const again: Note | undefined = field(visit, 'again') === 'true' ? { word: 'codeSent' } : undefined;
  await take(
    visit,
    () =>
      visit.room.bus.ask(selectMethod, {
        session,
        authenticationMethodId,
        language,
        ...(accounts.length > 0 && { accounts }),
      }),
    again,
  );
}

export async function enterCode(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  // Copied codes come with spaces.
  const code = field(visit, 'code')?.replace(/\s+/g, '');
  if (!code) return sayAndShow(visit, { word: 'inputMissing' });
  const scaAuthenticationData = code.slice(0, CODE_MAX);
  await take(visit, () => visit.room.bus.ask(authoriseTransaction, { session, scaAuthenticationData }));
}

export async function decline(visit: Visit): Promise<void> {
  const { session, reference } = visit;
  const who = session === undefined ? { redirectReference: reference } : { session };
  await take(visit, () => visit.room.bus.ask(declineAuthorisation, who), { word: 'declined' });
}

/** Asks, keeps the new session in place of the old one, and sends the browser to the page of the step it led to. */
async function take(visit: Visit, ask: () => Promise<Stepped>, whenDone?: Note): Promise<void> {
  const { response, visitCookieName, room } = visit;
  let stepped: Stepped;
  try {
    stepped = await ask();
  } catch (error) {
    if (error instanceof Xs2aError && MOVED_ON.includes(error.situation)) return toStep(visit);
    throw error;
  }
  const { view, session } = stepped;
  if (session !== undefined) setVisitCookie(response, visitCookieName, sessionCookie(session), room.isSecure);
  const { problem, attemptsLeft } = view;
  const note =
    problem === undefined ? whenDone : { word: problem, ...(attemptsLeft !== undefined && { attemptsLeft }) };
  // Without a session nobody could read the end again: it is shown at once.
  if (view.step === 'result' && (session ?? visit.session) === undefined) return showView(visit, view);
  sayAndShow(visit, note);
}

function sayAndShow(visit: Visit, note: Note | undefined): void {
  const { response, noteCookieName, room } = visit;
  if (note === undefined) clearCookie(response, noteCookieName, room.isSecure);
  else setVisitCookie(response, noteCookieName, writeNote(note), room.isSecure);
  toStep(visit);
}
