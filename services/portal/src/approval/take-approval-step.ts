import {
  approveSignedIn,
  authenticatePsu,
  authoriseTransaction,
  continueAuthorisation,
  declineAuthorisation,
  PasskeyAssertion,
  readSession,
  type ScaView,
  selectMethod,
} from '@xs2a/contracts';
import { field, fields, readCode, readCredentials, readMethod, readShownTo } from '../forms/read-inputs.ts';
import { readPasskeyAnswer } from '../forms/read-passkey-answer.ts';
import { noteOf, takeStep } from '../forms/take-step.ts';
import type { Note } from '../visits/note.ts';
import type { LinkVisit, Visit } from '../visits/open-visit.ts';
import { redirectToPage, redirectWithNote } from '../visits/redirect-to-page.ts';
import { directReturn } from './direct-return.ts';
import { linkOf, showView } from './show-approval.ts';

interface ApprovalReply {
  readonly session?: string | undefined;
  readonly view: ScaView;
}

export async function signIn(visit: LinkVisit): Promise<void> {
  const credentials = readCredentials(visit);
  if (credentials === undefined) return;
  const { language } = visit.visitor;
  const formToken = field(visit, 'token');
  const request = { redirectReference: visit.reference, ...credentials, language, ...(formToken && { formToken }) };
  await takeApprovalStep(visit, () => visit.context.bus.ask(authenticatePsu, request));
}

/** Continues from the PSU's step at its TPP. */
export async function continueFromTpp(visit: LinkVisit): Promise<void> {
  const request = { ...linkOf(visit), language: visit.visitor.language };
  await takeApprovalStep(visit, () => visit.context.bus.ask(continueAuthorisation, request));
}

/** Chooses a method, or requests a new code by the chosen one. */
export async function chooseMethod(visit: LinkVisit): Promise<void> {
  const { session, reference: redirectReference } = visit;
  if (session === undefined) return redirectToPage(visit);
  const chosen = readMethod(visit);
  if (chosen === undefined) return;
  const { authenticationMethodId, note } = chosen;
  const { language } = visit.visitor;
  const request = { session, redirectReference, authenticationMethodId, language, ...readShownTo(visit) };
  const take = async () =>
    visit.context.bus.ask(selectMethod, { ...request, ...(await chosenAccounts(visit, session)) });
  await takeApprovalStep(visit, take, note);
}

/** Returns the accounts that the PSU chose: one by one, or all that are offered. */
async function chosenAccounts(visit: LinkVisit, session: string): Promise<{ accounts?: string[] }> {
  let accounts = fields(visit, 'accounts');
  if (field(visit, 'allAccounts') !== undefined) {
    const request = { session, redirectReference: visit.reference };
    const { offeredAccounts = [] } = (await visit.context.bus.ask(readSession, request)).view;
    accounts = offeredAccounts.map(({ key }) => key);
  }
  return accounts.length > 0 ? { accounts } : {};
}

/** Approves after a sign-in at the bank that was both factors. */
export async function approve(visit: LinkVisit): Promise<void> {
  const { session, reference: redirectReference } = visit;
  if (session === undefined) return redirectToPage(visit);
  const request = { session, redirectReference, ...readShownTo(visit) };
  await takeApprovalStep(visit, async () =>
    visit.context.bus.ask(approveSignedIn, { ...request, ...(await chosenAccounts(visit, session)) }),
  );
}

export async function enterCode(visit: LinkVisit): Promise<void> {
  const { session, reference: redirectReference } = visit;
  if (session === undefined) return redirectToPage(visit);
  const scaAuthenticationData = readCode(visit);
  if (scaAuthenticationData === undefined) return;
  const request = { session, redirectReference, scaAuthenticationData, ...readShownTo(visit) };
  await takeApprovalStep(visit, () => visit.context.bus.ask(authoriseTransaction, request));
}

/** Approves with the signature of the PSU's passkey. */
export async function approveWithPasskey(visit: LinkVisit): Promise<void> {
  const { session, reference: redirectReference } = visit;
  if (session === undefined) return redirectToPage(visit);
  const passkey = readPasskeyAnswer(visit, PasskeyAssertion);
  if (passkey === undefined) return;
  await takeApprovalStep(visit, () =>
    visit.context.bus.ask(authoriseTransaction, { session, redirectReference, passkey, ...readShownTo(visit) }),
  );
}

export async function decline(visit: LinkVisit): Promise<void> {
  const { session, reference: redirectReference } = visit;
  const request = { redirectReference, ...(session !== undefined && { session }) };
  await takeApprovalStep(visit, () => visit.context.bus.ask(declineAuthorisation, request), { word: 'declined' });
}

export async function takeApprovalStep(
  visit: Visit,
  ask: () => Promise<ApprovalReply>,
  whenDone?: Note,
): Promise<void> {
  const reply = await takeStep(visit, ask);
  if (reply === undefined) return;
  const { view, session } = reply;
  const back = directReturn(view, noteOf(view) ?? whenDone, visit.visitor.state);
  // If no app answers, the browser would stay at the form, so the page leads to an app.
  if (back?.startsWith('https:')) return visit.response.redirect(303, back);
  // Without a session the result cannot be read again, so it is shown at once.
  if (view.step === 'result' && (session ?? visit.session) === undefined) return showView(visit, view);
  redirectWithNote(visit, noteOf(view) ?? whenDone);
}
