import {
  authenticatePsu,
  authoriseTransaction,
  continueAuthorisation,
  declineAuthorisation,
  PasskeyAssertion,
  type ScaView,
  type Situation,
  selectMethod,
  Xs2aError,
} from '@xs2a/contracts';
import { readAnswer } from '../forms/read-passkey-answer.ts';
import { setVisitCookie } from '../visits/cookies.ts';
import type { Note, NoteWord } from '../visits/note.ts';
import { field, fields, type LinkVisit, sessionCookie, type Visit } from '../visits/open-visit.ts';
import { say, showView, toStep } from './show-step.ts';

interface Stepped {
  readonly session?: string | undefined;
}
interface ScaStepped extends Stepped {
  readonly view: ScaView;
}
interface Judged {
  readonly problem?: NoteWord | undefined;
  readonly attemptsLeft?: number | undefined;
}

/** Longest inputs that sca takes (contracts/sca.ts). */
const PSU_ID_MAX = 100;
const PASSWORD_MAX = 200;
const CODE_MAX = 100;
const METHOD_ID_MAX = 35;

/**
 * The step was taken already, by the same form sent twice or in another tab: the page of the link tells where the PSU
 * stands now.
 */
const MOVED_ON: readonly Situation[] = [
  'redirectLinkUnknown',
  'redirectLinkExpired',
  'scaSessionOver',
  'statusConflict',
  'statusInvalid',
  'scaMethodUnknown',
];

export interface Credentials {
  readonly psuId: string;
  readonly password: string;
  readonly corporateId?: string;
}

/** What was typed into a sign-in form; without all of it, or with too much, the page says so and nobody is asked. */
export function readCredentials(visit: Visit): Credentials | undefined {
  const psuId = field(visit, 'psuId')?.trim();
  const password = field(visit, 'password');
  const corporateId = field(visit, 'corporateId')?.trim();
  if (!psuId || !password) {
    sayAndShow(visit, { word: 'inputMissing' });
    return undefined;
  }
  // Too long for any credential of a PSU: one answer with wrong ones, as everywhere.
  if (psuId.length > PSU_ID_MAX || password.length > PASSWORD_MAX || (corporateId?.length ?? 0) > PSU_ID_MAX) {
    sayAndShow(visit, { word: 'credentialsInvalid' });
    return undefined;
  }
  return { psuId, password, ...(corporateId && { corporateId }) };
}

/** The method that was chosen, and what to say when its code is a new one. */
export function readMethod(visit: Visit): { authenticationMethodId: string; said: Note | undefined } | undefined {
  const authenticationMethodId = field(visit, 'authenticationMethodId');
  if (authenticationMethodId === undefined || authenticationMethodId.length > METHOD_ID_MAX) {
    sayAndShow(visit, { word: 'inputMissing' });
    return undefined;
  }
  return { authenticationMethodId, said: field(visit, 'again') === 'true' ? { word: 'codeSent' } : undefined };
}

export function readCode(visit: Visit): string | undefined {
  // Copied codes come with spaces.
  const code = field(visit, 'code')?.replace(/\s+/g, '');
  if (code) return code.slice(0, CODE_MAX);
  sayAndShow(visit, { word: 'inputMissing' });
  return undefined;
}

export async function signIn(visit: LinkVisit): Promise<void> {
  const credentials = readCredentials(visit);
  if (credentials === undefined) return;
  const { language } = visit.visitor;
  const request = { redirectReference: visit.reference, ...credentials, language };
  await takeScaStep(visit, () => visit.room.bus.ask(authenticatePsu, request));
}

/** Goes on from where the PSU stood at its TPP. */
export async function goOn(visit: LinkVisit): Promise<void> {
  const { reference: redirectReference } = visit;
  await takeScaStep(visit, () => visit.room.bus.ask(continueAuthorisation, { redirectReference }));
}

/** Chooses a method, or has a new code sent by the one chosen. */
export async function chooseMethod(visit: LinkVisit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  const chosen = readMethod(visit);
  if (chosen === undefined) return;
  const { authenticationMethodId, said } = chosen;
  const { language } = visit.visitor;
  const accounts = fields(visit, 'accounts');
  const request = { session, authenticationMethodId, language, ...(accounts.length > 0 && { accounts }) };
  await takeScaStep(visit, () => visit.room.bus.ask(selectMethod, request), said);
}

export async function enterCode(visit: LinkVisit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  const scaAuthenticationData = readCode(visit);
  if (scaAuthenticationData === undefined) return;
  await takeScaStep(visit, () => visit.room.bus.ask(authoriseTransaction, { session, scaAuthenticationData }));
}

/** What the PSU's passkey signed. */
export async function answerWithPasskey(visit: LinkVisit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  const passkey = readAnswer(visit, PasskeyAssertion);
  if (passkey === undefined) return;
  await takeScaStep(visit, () => visit.room.bus.ask(authoriseTransaction, { session, passkey }));
}

export async function decline(visit: LinkVisit): Promise<void> {
  const { session, reference } = visit;
  const who = session === undefined ? { redirectReference: reference } : { session };
  await takeScaStep(visit, () => visit.room.bus.ask(declineAuthorisation, who), { word: 'declined' });
}

async function takeScaStep(visit: Visit, ask: () => Promise<ScaStepped>, whenDone?: Note): Promise<void> {
  const stepped = await takeStep(visit, ask);
  if (stepped === undefined) return;
  const { view, session } = stepped;
  // Without a session nobody could read the end again: it is shown at once.
  if (view.step === 'result' && (session ?? visit.session) === undefined) return showView(visit, view);
  sayAndShow(visit, noteOf(view) ?? whenDone);
}

/** Asks, and keeps the new session in place of the old one. Undefined when the page had to be shown anew instead. */
export async function takeStep<Taken extends Stepped>(
  visit: Visit,
  ask: () => Promise<Taken>,
): Promise<Taken | undefined> {
  const { response, visitCookieName, room } = visit;
  try {
    const stepped = await ask();
    const { session } = stepped;
    if (session !== undefined) setVisitCookie(response, visitCookieName, sessionCookie(session), room.isSecure);
    return stepped;
  } catch (error) {
    if (!(error instanceof Xs2aError && MOVED_ON.includes(error.situation))) throw error;
    toStep(visit);
    return undefined;
  }
}

/** Why a step did not lead on. */
export function noteOf({ problem, attemptsLeft }: Judged): Note | undefined {
  return problem === undefined ? undefined : { word: problem, ...(attemptsLeft !== undefined && { attemptsLeft }) };
}

export function sayAndShow(visit: Visit, note: Note | undefined): void {
  say(visit, note);
  toStep(visit);
}
