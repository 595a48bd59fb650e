import { answerInteraction, readInteraction } from '@xs2a/contracts';
import { formTargets } from '../approval/direct-return.ts';
import { noticeOf } from '../forms/notice.ts';
import { readLogin, signedInPsuOf } from '../login/read-login.ts';
import { showLogin } from '../login/show-login.ts';
import { signOutQuietly } from '../login/take-login-step.ts';
import { issueFormToken } from '../visits/issue-form-token.ts';
import { takeNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { sendPage } from '../visits/send-page.ts';

/** Shows the sign-in, and then the question whether the TPP may learn who has signed in. */
export async function showSignIn(visit: Visit, uid: string): Promise<void> {
  const { context, request, visitor } = visit;
  const cookies = request.headers.cookie ?? '';
  const { tppName, redirectUri } = await context.bus.ask(readInteraction, { uid, cookies });
  const targets = formTargets({ returnUris: [redirectUri] });
  const { signIn, tellTpp } = visitor.words;
  const view = await readLogin(visit);
  const psu = signedInPsuOf(view)?.psu;
  if (psu === undefined) return showLogin(visit, view, signIn.tellTppLead(tppName));
  const notice = noticeOf({}, takeNote(visit), visitor);
  const { declineHint } = tellTpp;
  const lead = tellTpp.lead(tppName, psu.name);
  const form = { lead, declineHint, action: visit.path, token: issueFormToken(visit), ...(notice && { notice }) };
  sendPage(visit, { name: 'tell-tpp', page: form }, targets);
}

/** Reports the PSU's decision to the authorisation server, which redirects the browser to the TPP. */
export async function answerSignIn(visit: Visit, uid: string, isAllowed: boolean): Promise<void> {
  const { context, request, response, session } = visit;
  const cookies = request.headers.cookie ?? '';
  await context.bus.ask(answerInteraction, { uid, cookies, isAllowed, ...(session !== undefined && { session }) });
  await signOutQuietly(visit);
  response.redirect(303, `/oauth/authorize/${uid}`);
}
