import type { AspspProfile, AuthorisationState, ScaApproach, ScaWishes } from '@xs2a/contracts';

/** A language of the bank's messages to PSUs. */
export type Language = AspspProfile['languages'][number];

/** Returns the first requested language that is offered; otherwise the bank's own. */
export function languageFor(
  { languages }: Pick<AspspProfile, 'languages'>,
  ...requested: readonly (Language | undefined)[]
): Language {
  return requested.find((language) => language !== undefined) ?? languages[0] ?? 'hr';
}

/** psuMessage of the redirect approach until the authorisation has ended. */
export const REDIRECT_MESSAGES: Readonly<Record<Language, string>> = {
  hr: 'Odobrite zahtjev na stranicama banke.',
  en: 'Approve the request on the pages of the bank.',
};

/** Whether the TPP must confirm after a redirect: if the bank requires it and there is an address for the code (decision 22). */
export function needsConfirmation(
  { authorisationConfirmation }: Pick<AspspProfile, 'authorisationConfirmation'>,
  { scaApproach, redirectUri }: { scaApproach: ScaApproach; redirectUri?: string | undefined },
): boolean {
  return authorisationConfirmation && scaApproach === 'REDIRECT' && redirectUri !== undefined;
}

/** Reply to the creation of a resource whose owner starts the redirect itself: the same as that of sca. */
export function redirectStartReply(
  profile: AspspProfile,
  started: { authorisationId: string; redirectReference: string; psuKnown: boolean; wishes: ScaWishes },
): AuthorisationState {
  const { wishes, ...known } = started;
  const scaApproach = 'REDIRECT';
  return {
    ...known,
    scaStatus: 'received',
    scaApproach,
    ...(needsConfirmation(profile, { scaApproach, redirectUri: wishes.redirectUri }) && { confirmationNeeded: true }),
    psuMessage: REDIRECT_MESSAGES[languageFor(profile, wishes.language)],
  };
}
