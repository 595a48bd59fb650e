import type { ScaView } from '@xs2a/contracts';
import type { Pages } from '../rendering/pages.ts';
import type { Visitor } from '../rendering/visitor.ts';

type ChallengedView = Pick<ScaView, 'scaMethods' | 'chosenScaMethod' | 'challenge'>;

/** The methods between which the PSU chooses. */
export function methodsOf({ scaMethods }: ChallengedView, { words }: Visitor): Pages['review']['methods'] {
  return (scaMethods ?? []).map(({ authenticationMethodId, authenticationType, name }) => ({
    id: authenticationMethodId,
    how: words.review.methodTypes[authenticationType],
    name,
  }));
}

/** What stands beside the field of the code. */
export function challengeOf(
  view: ChallengedView,
): Pick<Pages['code'], 'method' | 'information' | 'image' | 'codeLengthMax' | 'isNumeric' | 'isFromApp'> {
  const chosen = view.chosenScaMethod;
  const { additionalInformation, image, otpFormat, otpMaxLength } = view.challenge ?? {};
  const picture = image === undefined ? undefined : pictureOf(image);
  return {
    // A no-break hyphen keeps a masked number on one line.
    method: { id: chosen?.authenticationMethodId ?? '', name: (chosen?.name ?? '').replaceAll('-', '\u2011') },
    isFromApp: chosen?.authenticationType === 'TOTP',
    isNumeric: otpFormat === 'integer',
    ...(additionalInformation !== undefined && { information: additionalInformation }),
    ...(picture !== undefined && { image: picture }),
    ...(otpMaxLength !== undefined && { codeLengthMax: otpMaxLength }),
  };
}

/** The page where another method is chosen is offered where there is more than one. */
export function hasOtherMethods({ scaMethods = [] }: ChallengedView): boolean {
  return scaMethods.length > 1;
}

/** Embedded pictures only: a page fetches nothing. Bare base64 is a PNG (Implementation Guidelines, Challenge). */
function pictureOf(image: string): string | undefined {
  if (/^data:image\/(png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(image)) return image;
  return /^[A-Za-z0-9+/=]+$/.test(image) ? `data:image/png;base64,${image}` : undefined;
}
