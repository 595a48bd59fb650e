import type { ScaView } from '@xs2a/contracts';
import { describeContent } from './describe-content.ts';
import { formatAccount } from './formats.ts';
import { isProblem, type Note, type NoteWord } from './note.ts';
import type { Notice, Pages } from './render-page.ts';
import { returnUri } from './return-uri.ts';
import type { Visitor } from './visitor.ts';
import { APPROVAL_KINDS, type Ending } from './words/words.ts';

/** A page by its name, with what it is made of. */
export type Page = { [Name in keyof Pages]: { name: Name; page: Pages[Name] } }[keyof Pages];

export interface Standing {
  readonly view: ScaView;
  /** Path below which forms are sent, and their token. */
  readonly action: string;
  readonly token: string;
  readonly note?: Note | undefined;
}

/** The page that belongs to the step at which the PSU stands. */
export function pageOfView({ view, action, token, note }: Standing, visitor: Visitor): Page {
  const { words, language } = visitor;
  const kind = APPROVAL_KINDS[view.content.kind];
  if (view.step === 'result') return { name: 'result', page: resultOf(view, note, visitor) };
  const notice = noticeOf(view, note, visitor);
  const form = {
    summary: describeContent(view, language),
    kind,
    lead: words.lead[kind](view.tppName),
    action,
    token,
    ...(notice && { notice }),
  };
  if (view.step === 'authentication') return { name: 'sign-in', page: form };
  if (view.step === 'methodSelection')
    return { name: 'review', page: { ...form, methods: methodsOf(view), offered: offeredOf(view) } };
  return { name: 'code', page: { ...form, ...challengeOf(view) } };
}

type Challenged = Pick<ScaView, 'scaMethods' | 'chosenScaMethod' | 'challenge'>;

/** Between which methods the PSU chooses. */
export function methodsOf({ scaMethods }: Challenged): Pages['review']['methods'] {
  return (scaMethods ?? []).map(({ authenticationMethodId, name }) => ({ id: authenticationMethodId, name }));
}

/** What stands beside the field of the code. */
export function challengeOf(
  view: Challenged,
): Pick<Pages['code'], 'method' | 'information' | 'image' | 'codeLengthMax'> {
  const chosen = view.chosenScaMethod;
  const { additionalInformation, image, otpMaxLength } = view.challenge ?? {};
  const picture = image === undefined ? undefined : pictureOf(image);
  return {
    method: { id: chosen?.authenticationMethodId ?? '', name: chosen?.name ?? '' },
    ...(additionalInformation !== undefined && { information: additionalInformation }),
    ...(picture !== undefined && { image: picture }),
    ...(otpMaxLength !== undefined && { codeLengthMax: otpMaxLength }),
  };
}

function offeredOf({ offeredAccounts = [] }: ScaView): Pages['review']['offered'] {
  return offeredAccounts.map(({ key, reference, name }) => ({ key, name, id: formatAccount(reference) }));
}

/** What the last input led to; the bank's own word goes before the one that the browser carried here. */
export function noticeOf(
  view: { problem?: NoteWord | undefined; attemptsLeft?: number | undefined },
  note: Note | undefined,
  { words }: Pick<Visitor, 'words'>,
): Notice | undefined {
  const word = view.problem ?? note?.word;
  if (word === undefined || word === 'declined') return undefined;
  const attemptsLeft = view.attemptsLeft ?? note?.attemptsLeft;
  const counts = word === 'credentialsInvalid' || word === 'codeInvalid';
  const left = counts && attemptsLeft !== undefined ? ` ${words.attemptsLeft(attemptsLeft)}` : '';
  return { text: words.notes[word] + left, isProblem: isProblem(word) };
}

function resultOf(view: ScaView, note: Note | undefined, visitor: Visitor): Pages['result'] {
  const { words, language, state } = visitor;
  const ending = endingOf(view, note);
  const problem = view.problem ?? note?.word;
  const isExplained = ending === 'notApproved' && problem !== undefined && isProblem(problem);
  const back = returnUri(view.returnUri, state);
  return {
    ...words.endings[ending][APPROVAL_KINDS[view.content.kind]],
    ...(isExplained && { detail: words.notes[problem] }),
    isApproved: ending === 'approved' || ending === 'exempted',
    summary: describeContent(view, language),
    tppName: view.tppName,
    ...(back !== undefined && { returnUri: back }),
  };
}

function endingOf({ scaStatus }: ScaView, note: Note | undefined): Ending {
  if (scaStatus === 'finalised' || scaStatus === 'unconfirmed') return 'approved';
  if (scaStatus === 'exempted') return 'exempted';
  return note?.word === 'declined' ? 'declined' : 'notApproved';
}

/** Only a picture in itself: nothing is fetched from anywhere. Bare base64 is a PNG (IG 1.3.12, challengeData.image). */
function pictureOf(image: string): string | undefined {
  if (/^data:image\/(png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(image)) return image;
  return /^[A-Za-z0-9+/=]+$/.test(image) ? `data:image/png;base64,${image}` : undefined;
}
