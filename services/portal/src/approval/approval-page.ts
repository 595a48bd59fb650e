import type { ScaView } from '@xs2a/contracts';
import { noticeOf } from '../forms/notice.ts';
import { challengeOf, hasOtherMethods, methodsOf } from '../forms/sca-methods.ts';
import { describeAccount } from '../rendering/describe-account.ts';
import type { Page, Pages } from '../rendering/pages.ts';
import { qrCode } from '../rendering/qr-code.ts';
import type { Visitor } from '../rendering/visitor.ts';
import type { Note } from '../visits/note.ts';
import { PERMISSIONS_PATH, withQuery } from '../visits/paths.ts';
import { isProblem } from '../words/note-word.ts';
import { describeContent } from './describe-content.ts';
import { endingOf } from './ending.ts';
import { returnUri } from './return-uri.ts';

/** The PSU's present step in an approval. */
export interface ApprovalPosition {
  readonly view: ScaView;
  /** Path below which forms are submitted, and their token. */
  readonly action: string;
  readonly token: string;
  readonly note?: Note | undefined;
  /** The full address of the page, for a phone. */
  readonly link?: string | undefined;
  /** The PSU signs in at the bank's identity provider. */
  readonly signsInAtBank?: boolean | undefined;
  /** The PSU leaves the chosen method to choose another. */
  readonly choosesMethod?: boolean | undefined;
}

/** Returns the page for the PSU's present step. */
export function approvalPage(position: ApprovalPosition, visitor: Visitor): Page {
  const { view, action, token, note, link, signsInAtBank, choosesMethod } = position;
  const { words, language, state } = visitor;
  const says = words.approvals[view.content.kind];
  if (view.step === 'result') return { name: 'result', page: resultOf(view, note, visitor) };
  const notice = noticeOf(view, note, visitor);
  const paysFrom = view.content.kind !== 'consent';
  const form = {
    summary: describeContent(view, language),
    says,
    lead: says.lead(view.tppName),
    declineHint: says.declineHint,
    action,
    token,
    ...(view.psu && { shownTo: view.psu.psuId }),
    ...(notice && { notice }),
  };
  if (view.step === 'authentication') {
    const page = { ...form, ...(link !== undefined && { phonePicture: qrCode(link) }) };
    const psuId = note?.psuId ?? view.namedPsuId;
    if (!signsInAtBank) return { name: 'sign-in', page: { ...page, ...(psuId && { psuId }) } };
    return { name: 'bank-sign-in', page: { ...page, signInHref: withQuery(`${action}/bank-sign-in`, { state }) } };
  }
  if (view.step === 'continuation') return { name: 'continuation', page: form };
  if (view.bothFactors === true) return { name: 'approve', page: { ...form, offered: offeredOf(view), paysFrom } };
  if (view.step === 'methodSelection' || choosesMethod === true) {
    // Accounts chosen with the first method stay chosen.
    const offered = view.step === 'methodSelection' ? offeredOf(view) : [];
    return { name: 'review', page: { ...form, methods: methodsOf(view, visitor), offered, paysFrom } };
  }
  const otherWay = withQuery(action, { state, choose: 'method' });
  if (view.step === 'deviceApproval') {
    const { method, information } = challengeOf(view);
    const here = withQuery(action, { state });
    return { name: 'device', page: { ...form, method, ...(information && { information }), here, otherWay } };
  }
  if (view.passkey !== undefined) {
    const { method } = challengeOf(view);
    return { name: 'passkey', page: { ...form, method, order: JSON.stringify(view.passkey), otherWay } };
  }
  return { name: 'code', page: { ...form, ...challengeOf(view), ...(hasOtherMethods(view) && { otherWay }) } };
}

function offeredOf({ offeredAccounts = [] }: ScaView): Pages['review']['offered'] {
  return offeredAccounts.map(({ key, reference, name }) => ({ key, name, id: describeAccount(reference, {}).id }));
}

function isOfAccess({ content: { kind } }: ScaView): boolean {
  return kind === 'consent' || kind === 'fundsConsent';
}

function resultOf(view: ScaView, note: Note | undefined, visitor: Visitor): Pages['result'] {
  const { words, language, state } = visitor;
  const ending = endingOf(view, note);
  const problem = view.problem ?? note?.word;
  const isExplained = ending === 'notApproved' && problem !== undefined && isProblem(problem);
  const back = returnUri(view.returnUri, state);
  const { endings, next } = words.approvals[view.content.kind];
  return {
    ...endings[ending],
    ...(isExplained && { detail: words.notes[problem] }),
    isApproved: ending === 'approved' || ending === 'partly' || ending === 'exempted',
    ...((ending === 'approved' || ending === 'exempted') && {
      next: next(view.tppName),
      ...(isOfAccess(view) && { permissionsHref: PERMISSIONS_PATH }),
    }),
    reference: view.authorisationId,
    summary: describeContent(view, language),
    tppName: view.tppName,
    ...(back !== undefined && { returnUri: back }),
  };
}
