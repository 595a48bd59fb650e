import type { ScaView } from '@xs2a/contracts';
import { formatAccount } from '../rendering/formats.ts';
import { pictureLink } from '../rendering/qr-code.ts';
import type { Notice, Pages } from '../rendering/render-page.ts';
import { isProblem, type Note, type NoteWord } from '../visits/note.ts';
import { withQuery } from '../visits/paths.ts';
import type { Visitor } from '../visits/visitor.ts';
import type { Ending } from '../words/approval-words.ts';
import { describeContent } from './describe-content.ts';
import { returnUri } from './return-uri.ts';

/** A page by its name, with what it is made of. */
export type Page = { [Name in keyof Pages]: { name: Name; page: Pages[Name] } }[keyof Pages];

export interface Standing {
  readonly view: ScaView;
  /** Path below which forms are sent, and their token. */
  readonly action: string;
  readonly token: string;
  readonly note?: Note | undefined;
  /** The whole address of the page, for a telephone to go on with. */
  readonly link?: string | undefined;
  /** The PSU does not go on with the method that it chose, and chooses anew. */
  readonly choosesAnew?: boolean | undefined;
}

/** The page that belongs to the step at which the PSU stands. */
export function pageOfView(standing: Standing, visitor: Visitor): Page {
  const { view, action, token, note, link, choosesAnew } = standing;
  const { words, language, state } = visitor;
  const says = words.approvals[view.content.kind];
  if (view.step === 'result') return { name: 'result', page: resultOf(view, note, visitor) };
  const notice = noticeOf(view, note, visitor);
  const form = {
    summary: describeContent(view, language),
    says,
    lead: says.lead(view.tppName),
    declineHint: says.declineHint,
    action,
    token,
    ...(notice && { notice }),
  };
  if (view.step === 'authentication') {
    return { name: 'sign-in', page: { ...form, ...(link !== undefined && { phonePicture: pictureLink(link) }) } };
  }
  if (view.step === 'continuation') return { name: 'continuation', page: form };
  if (view.step === 'methodSelection' || choosesAnew === true) {
    // Accounts that were chosen with the first method stay chosen.
    const offered = view.step === 'methodSelection' ? offeredOf(view) : [];
    return { name: 'review', page: { ...form, methods: methodsOf(view, visitor), offered } };
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
  const hasOthers = (view.scaMethods?.length ?? 0) > 1;
  return { name: 'code', page: { ...form, ...challengeOf(view), ...(hasOthers && { otherWay }) } };
}

type Challenged = Pick<ScaView, 'scaMethods' | 'chosenScaMethod' | 'challenge'>;

/** Between which methods the PSU chooses. */
export function methodsOf({ scaMethods }: Challenged, { words }: Visitor): Pages['review']['methods'] {
  return (scaMethods ?? []).map(({ authenticationMethodId, authenticationType, name }) => ({
    id: authenticationMethodId,
    how: words.review.methodTypes[authenticationType],
    name,
  }));
}

/** What stands beside the field of the code. */
export function challengeOf(
  view: Challenged,
): Pick<Pages['code'], 'method' | 'information' | 'image' | 'codeLengthMax' | 'isFromApp'> {
  const chosen = view.chosenScaMethod;
  const { additionalInformation, image, otpMaxLength } = view.challenge ?? {};
  const picture = image === undefined ? undefined : pictureOf(image);
  return {
    // A masked number is not torn apart at the end of a line.
    method: { id: chosen?.authenticationMethodId ?? '', name: (chosen?.name ?? '').replaceAll('-', '\u2011') },
    isFromApp: chosen?.authenticationType === 'TOTP',
    ...(additionalInformation !== undefined && { information: additionalInformation }),
    ...(picture !== undefined && { image: picture }),
    ...(otpMaxLength !== undefined && { codeLengthMax: otpMaxLength }),
  };
}

function offeredOf({ offeredAccounts = [] }: ScaView): Pages['review']['offered'] {
  return offeredAccounts.map(({ key, reference, name }) => ({ key, name, id: formatAccount(reference) }));
}

/** Problems that took one of the attempts. */
const COUNTED: readonly NoteWord[] = [
  'credentialsInvalid',
  'corporateIdInvalid',
  'codeInvalid',
  'passkeyInvalid',
  'totpInvalid',
];

/** Problems that no other input would solve. */
const NOT_OF_INPUT: readonly NoteWord[] = [
  'sessionOver',
  'signInClosed',
  'serviceBlocked',
  'scaMethodMissing',
  'attemptsUsedUp',
  'endedMeanwhile',
];

/** What the last input led to; the bank's own word goes before the one that the browser carried here. */
export function noticeOf(
  view: { problem?: NoteWord | undefined; attemptsLeft?: number | undefined },
  note: Note | undefined,
  { words }: Pick<Visitor, 'words'>,
): Notice | undefined {
  const word = view.problem ?? note?.word;
  if (word === undefined || word === 'declined') return undefined;
  const attemptsLeft = view.attemptsLeft ?? note?.attemptsLeft;
  const counts = COUNTED.includes(word);
  const left = counts && attemptsLeft !== undefined ? ` ${words.attemptsLeft(attemptsLeft)}` : '';
  const problem = isProblem(word);
  return { text: words.notes[word] + left, isProblem: problem, isOfInput: problem && !NOT_OF_INPUT.includes(word) };
}

function resultOf(view: ScaView, note: Note | undefined, visitor: Visitor): Pages['result'] {
  const { words, language, state } = visitor;
  const ending = endingOf(view, note);
  const problem = view.problem ?? note?.word;
  const isExplained = ending === 'notApproved' && problem !== undefined && isProblem(problem);
  const back = returnUri(view.returnUri, state);
  return {
    ...words.approvals[view.content.kind].endings[ending],
    ...(isExplained && { detail: words.notes[problem] }),
    isApproved: ending === 'approved' || ending === 'partly' || ending === 'exempted',
    summary: describeContent(view, language),
    tppName: view.tppName,
    ...(back !== undefined && { returnUri: back }),
  };
}

function endingOf({ scaStatus, signatures }: ScaView, note: Note | undefined): Ending {
  if (scaStatus !== 'failed') {
    const othersMustApprove = signatures !== undefined && signatures.given + 1 < signatures.needed;
    if (othersMustApprove) return 'partly';
    return scaStatus === 'exempted' ? 'exempted' : 'approved';
  }
  return note?.word === 'declined' ? 'declined' : 'notApproved';
}

/** Only a picture in itself: nothing is fetched from anywhere. Bare base64 is a PNG (IG 1.3.12, challengeData.image). */
function pictureOf(image: string): string | undefined {
  if (/^data:image\/(png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(image)) return image;
  return /^[A-Za-z0-9+/=]+$/.test(image) ? `data:image/png;base64,${image}` : undefined;
}
