import type { AspspProfile, Situation } from '@xs2a/contracts';

/** What an id that is nowhere is answered with, as the profile has it (field guide 2.3: 403 or 404). */
export function asOffered(situation: Situation, { unknownIds }: AspspProfile): Situation {
  const known = situation === 'consentIdPathUnknown' && unknownIds.consents === 404 ? 'resourceUnknown' : situation;
  return known === 'resourceUnknown' && unknownIds.resources === 403 ? 'resourceNotOfTpp' : known;
}
