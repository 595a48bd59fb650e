import { type AspspProfile, type Situation, Xs2aError } from '@xs2a/contracts';

type Ids = AspspProfile['unknownIds'];

/**
 * Situations whose answer the profile chooses, and what they become: 403 or 404 for ids in the address (decision 12).
 */
const ANSWERED_AS: Partial<Record<Situation, (ids: Ids) => Situation>> = {
  consentIdPathUnknown: ({ consents }) => (consents === 404 ? 'resourceUnknown' : 'consentIdPathUnknown'),
  resourceUnknown: ({ resources }) => (resources === 403 ? 'resourceNotOfTpp' : 'resourceUnknown'),
  authorisationUnknown: ({ resources }) => (resources === 403 ? 'resourceNotOfTpp' : 'authorisationUnknown'),
};

/** The refusal as this bank gives it. */
export function asTheBankAnswers(error: Xs2aError, { unknownIds }: Pick<AspspProfile, 'unknownIds'>): Xs2aError {
  const situation = ANSWERED_AS[error.situation]?.(unknownIds) ?? error.situation;
  return situation === error.situation ? error : new Xs2aError(situation, error);
}
