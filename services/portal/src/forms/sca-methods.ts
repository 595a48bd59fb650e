import type { ScaMethod, ScaView } from '@xs2a/contracts';
import { keepTogether } from '../rendering/formats.ts';
import type { Pages } from '../rendering/pages.ts';
import type { Visitor } from '../rendering/visitor.ts';
import type { CodeSource } from '../words/code-words.ts';

/** Maximum length that fits beside the text on the narrowest screen. */
const LINE_CHARACTERS = 20;

type ChallengedView = Pick<ScaView, 'scaMethods' | 'chosenScaMethod' | 'challenge'>;

/** Returns the methods that the PSU may choose from. */
export function methodsOf({ scaMethods }: ChallengedView, { words }: Visitor): Pages['review']['methods'] {
  return (scaMethods ?? []).map(({ authenticationMethodId, authenticationType, name }) => ({
    id: authenticationMethodId,
    how: words.review.methodTypes[authenticationType],
    name,
  }));
}

/** Text or picture beside the code field. */
export function challengeOf(
  view: ChallengedView,
): Pick<Pages['code'], 'method' | 'information' | 'image' | 'codeLengthMax' | 'isNumeric' | 'source'> {
  const chosen = view.chosenScaMethod;
  const { additionalInformation, image, otpFormat, otpMaxLength } = view.challenge ?? {};
  const picture = image === undefined ? undefined : pictureOf(image);
  return {
    method: { id: chosen?.authenticationMethodId ?? '', name: onOneLine(chosen?.name ?? '') },
    source: sourceOf(chosen?.authenticationType, picture !== undefined),
    isNumeric: otpFormat === 'integer',
    ...(additionalInformation !== undefined && { information: keepTogether(additionalInformation) }),
    ...(picture !== undefined && { image: picture }),
    ...(otpMaxLength !== undefined && { codeLengthMax: otpMaxLength }),
  };
}

/** Keeps a masked number on one line: breaks neither at a hyphen nor, while it is short, at a space. */
function onOneLine(name: string): string {
  const whole = name.replaceAll('-', '\u2011');
  return whole.length > LINE_CHARACTERS ? whole : whole.replaceAll(' ', '\u00A0');
}

function sourceOf(type: ScaMethod['authenticationType'] | undefined, isPicture: boolean): CodeSource {
  if (isPicture) return 'picture';
  if (type === 'TOTP') return 'app';
  return type === 'CHIP_OTP' ? 'reader' : 'message';
}

/** Whether there is more than one method, so that the page for another one is offered. */
export function hasOtherMethods({ scaMethods = [] }: ChallengedView): boolean {
  return scaMethods.length > 1;
}

/** Returns embedded pictures only, because a page fetches nothing. Bare base64 is a PNG (Implementation Guidelines, Challenge). */
function pictureOf(image: string): string | undefined {
  if (/^data:image\/(png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(image)) return image;
  return /^[A-Za-z0-9+/=]+$/.test(image) ? `data:image/png;base64,${image}` : undefined;
}
