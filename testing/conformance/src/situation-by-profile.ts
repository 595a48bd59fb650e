import type { AspspProfile, Situation } from '@xs2a/contracts';

/** Returns the answer to an unknown id by the profile, for each kind: 403 or 404 (decision 12). */
export function situationByProfile(situation: Situation, { unknownIds }: AspspProfile): Situation {
  if (situation === 'consentIdPathUnknown' && unknownIds.consents === 404) return 'resourceUnknown';
  const isOfResource = situation === 'resourceUnknown' || situation === 'authorisationUnknown';
  return isOfResource && unknownIds.resources === 403 ? 'resourceNotOfTpp' : situation;
}
