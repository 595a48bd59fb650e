import {
  confirmSignIn,
  type LoginView,
  PasskeyAssertion,
  selectSignInMethod,
  signIn as signInAtSca,
  signOut as signOutAtSca,
} from '@xs2a/contracts';
import { field, readCode, readCredentials, readMethod } from '../forms/read-inputs.ts';
import { readPasskeyAnswer } from '../forms/read-passkey-answer.ts';
import { noteOf, takeStep } from '../forms/take-step.ts';
import { clearCookie } from '../visits/cookies.ts';
import type { Note } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { redirectToPage, redirectWithNote } from '../visits/redirect-to-page.ts';

interface LoginStepReply {
  readonly session?: string | undefined;
  readonly view: LoginView;
}

export async function signIn(visit: Visit): Promise<void> {
  const credentials = readCredentials(visit);
  if (credentials === undefined) return;
  const formToken = field(visit, 'token');
  const request = { ...credentials, language: visit.visitor.language, ...(formToken && { formToken }) };
  await takeLoginStep(visit, () => visit.context.bus.ask(signInAtSca, request));
}

/** Chooses a method, or requests a new code by the chosen one. */
export async function chooseSignInMethod(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return redirectToPage(visit);
  const chosen = readMethod(visit);
  if (chosen === undefined) return;
  const { authenticationMethodId, note } = chosen;
  const request = { session, authenticationMethodId, language: visit.visitor.language };
  await takeLoginStep(visit, () => visit.context.bus.ask(selectSignInMethod, request), note);
}

export async function enterSignInCode(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return redirectToPage(visit);
  const scaAuthenticationData = readCode(visit);
  if (scaAuthenticationData === undefined) return;
  const request = { session, scaAuthenticationData };
  await takeLoginStep(visit, () => visit.context.bus.ask(confirmSignIn, request));
}

/** Signs in with the signature of the PSU's passkey. */
export async function signInWithPasskey(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return redirectToPage(visit);
  const passkey = readPasskeyAnswer(visit, PasskeyAssertion);
  if (passkey === undefined) return;
  await takeLoginStep(visit, () => visit.context.bus.ask(confirmSignIn, { session, passkey }));
}

export async function takeLoginStep(visit: Visit, ask: () => Promise<LoginStepReply>, whenDone?: Note): Promise<void> {
  const reply = await takeStep(visit, ask);
  if (reply !== undefined) redirectWithNote(visit, noteOf(reply.view) ?? whenDone);
}

/** Ends the session without showing a message. */
export async function signOutQuietly({ session, response, visitCookieName, context }: Visit): Promise<void> {
  if (session !== undefined) await context.bus.ask(signOutAtSca, { session });
  clearCookie(response, visitCookieName, context.isSecure);
}

export async function signOut(visit: Visit): Promise<void> {
  await signOutQuietly(visit);
  redirectWithNote(visit, { word: 'signedOut' });
}
