import type { Document } from 'mongodb';

/**
 * Matches the consents that a PSU granted, alone or with others. For a PSU that signed in for a company, only those granted for
 * that company.
 */
export function filterConsentsOfPsu({
  psuId,
  corporateId,
}: {
  psuId: string;
  corporateId?: string | undefined;
}): Document {
  return { signedBy: psuId, authorisedAt: { $exists: true }, ...(corporateId !== undefined && { corporateId }) };
}
