import { type AspspProfile, REFUSALS, type Situation, Xs2aError } from '@xs2a/contracts';

type Ids = AspspProfile['unknownIds'];

/** Error cases that the profile may replace: 403 or 404 for unknown ids in the address (decision 12). */
const REPLACEMENTS: Partial<Record<Situation, (ids: Ids) => Situation>> = {
  consentIdPathUnknown: ({ consents }) => (consents === 404 ? 'resourceUnknown' : 'consentIdPathUnknown'),
  resourceUnknown: ({ resources }) => (resources === 403 ? 'resourceNotOfTpp' : 'resourceUnknown'),
  authorisationUnknown: ({ resources }) => (resources === 403 ? 'resourceNotOfTpp' : 'authorisationUnknown'),
};

/** Returns the error with the error case that this bank uses. */
export function applyProfileToRefusal(error: Xs2aError, { unknownIds }: Pick<AspspProfile, 'unknownIds'>): Xs2aError {
  const situation = REPLACEMENTS[error.situation]?.(unknownIds) ?? error.situation;
  return situation === error.situation ? error : new Xs2aError(situation, error);
}

/** Returns the error cases that this bank uses, without those that only other banks use. */
export function answeredRefusals({
  unknownIds,
  combinedService,
}: Pick<AspspProfile, 'unknownIds' | 'combinedService'>): ReadonlySet<Situation> {
  const none: readonly Situation[] = [
    'resourceNotOfTpp',
    ...(combinedService ? ['sessionsNotSupported' as const] : []),
  ];
  const raised = (Object.keys(REFUSALS) as Situation[]).filter((situation) => !none.includes(situation));
  return new Set(raised.map((situation) => REPLACEMENTS[situation]?.(unknownIds) ?? situation));
}
