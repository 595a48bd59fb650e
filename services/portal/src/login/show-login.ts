import type { LoginView } from '@xs2a/contracts';
import { noticeOf } from '../forms/notice.ts';
import { challengeOf, hasOtherMethods, methodsOf } from '../forms/sca-methods.ts';
import type { Page } from '../rendering/pages.ts';
import { issueFormToken } from '../visits/issue-form-token.ts';
import { type Note, takeNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { withQuery } from '../visits/paths.ts';
import { sendPage } from '../visits/send-page.ts';

/** Shows the due step of the sign-in; `lead` gives its purpose, if not to see permissions. */
export function showLogin(visit: Visit, view: LoginView | undefined, lead?: string): void {
  const note = takeNote(visit);
  if (view !== undefined || visit.session === undefined) {
    return sendPage(visit, loginPage(visit, issueFormToken(visit), { view, note, lead }));
  }
  // The session has ended: the sign-in starts a new visit.
  const { cookie: _cookie, session: _session, ...fresh } = visit;
  sendPage(visit, loginPage(visit, issueFormToken(fresh), { view, note: note ?? { word: 'sessionOver' }, lead }));
}

interface LoginStep {
  readonly view: LoginView | undefined;
  readonly note: Note | undefined;
  readonly lead: string | undefined;
}

function loginPage(visit: Visit, token: string, { view, note, lead }: LoginStep): Page {
  const { visitor } = visit;
  const notice = noticeOf({}, note, visitor);
  const { proof: says, permissionsLead } = visitor.words.signIn;
  const isForTpp = lead !== undefined && { isForTpp: true as const };
  const form = {
    says,
    lead: lead ?? permissionsLead,
    action: visit.path,
    token,
    ...(notice && { notice }),
    ...isForTpp,
  };
  if (view === undefined || view.step === 'authentication') {
    if (visit.context.profile.psuSignIn === 'portal')
      return { name: 'sign-in', page: { ...form, ...(note?.psuId && { psuId: note.psuId }) } };
    return { name: 'bank-sign-in', page: { ...form, signInHref: `${visit.path}/bank-sign-in` } };
  }
  if (view.step === 'methodSelection' || visit.request.query['choose'] === 'method') {
    return { name: 'review', page: { ...form, methods: methodsOf(view, visitor), offered: [] } };
  }
  const otherWay = withQuery(visit.path, { choose: 'method' });
  if (view.passkey !== undefined) {
    const { method } = challengeOf(view);
    return { name: 'passkey', page: { ...form, method, order: JSON.stringify(view.passkey), otherWay } };
  }
  return { name: 'code', page: { ...form, ...challengeOf(view), ...(hasOtherMethods(view) && { otherWay }) } };
}
