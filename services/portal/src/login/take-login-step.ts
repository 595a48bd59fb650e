import { confirmSignIn, PasskeyAssertion, revokeConsent, selectSignInMethod, signIn, signOut } from '@xs2a/contracts';
import { say, toStep } from '../approval/show-step.ts';
import { noteOf, readCode, readCredentials, readMethod, sayAndShow, takeStep } from '../approval/take-step.ts';
import { readAnswer } from '../forms/read-passkey-answer.ts';
import { toPermission, whoIsSignedIn } from '../permissions/show-permissions.ts';
import { clearCookie } from '../visits/cookies.ts';
import type { Visit } from '../visits/open-visit.ts';

export async function signInToPermissions(visit: Visit): Promise<void> {
  const credentials = readCredentials(visit);
  if (credentials === undefined) return;
  const request = { ...credentials, language: visit.visitor.language };
  const stepped = await takeStep(visit, () => visit.room.bus.ask(signIn, request));
  if (stepped !== undefined) sayAndShow(visit, noteOf(stepped.view));
}

/** Chooses a method, or has a new code sent by the one chosen. */
export async function chooseSignInMethod(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  const chosen = readMethod(visit);
  if (chosen === undefined) return;
  const { authenticationMethodId, said } = chosen;
  const request = { session, authenticationMethodId, language: visit.visitor.language };
  const stepped = await takeStep(visit, () => visit.room.bus.ask(selectSignInMethod, request));
  if (stepped !== undefined) sayAndShow(visit, noteOf(stepped.view) ?? said);
}

export async function enterSignInCode(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  const scaAuthenticationData = readCode(visit);
  if (scaAuthenticationData === undefined) return;
  const request = { session, scaAuthenticationData };
  const stepped = await takeStep(visit, () => visit.room.bus.ask(confirmSignIn, request));
  if (stepped !== undefined) sayAndShow(visit, noteOf(stepped.view));
}

/** What the PSU's passkey signed. */
export async function signInWithPasskey(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session === undefined) return toStep(visit);
  const passkey = readAnswer(visit, PasskeyAssertion);
  if (passkey === undefined) return;
  const stepped = await takeStep(visit, () => visit.room.bus.ask(confirmSignIn, { session, passkey }));
  if (stepped !== undefined) sayAndShow(visit, noteOf(stepped.view));
}

/** Takes a permission back at once; the page of the permission says so, and shows when. */
export async function withdraw(visit: Visit, consentId: string): Promise<void> {
  const signedIn = await whoIsSignedIn(visit);
  if (signedIn === undefined) return toStep(visit);
  const { psuId } = signedIn.psu;
  const { consentStatus } = await visit.room.bus.ask(revokeConsent, { psuId, consentId });
  say(visit, { word: consentStatus === 'revokedByPsu' ? 'permissionWithdrawn' : 'permissionEndedBefore' });
  toPermission(visit, consentId);
}

export async function leave(visit: Visit): Promise<void> {
  const { session, response, visitCookieName, room } = visit;
  if (session !== undefined) await room.bus.ask(signOut, { session });
  clearCookie(response, visitCookieName, room.isSecure);
  sayAndShow(visit, { word: 'signedOut' });
}
