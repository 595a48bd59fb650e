import type { Document } from 'mongodb';

/**
 * What a PSU granted, alone or with others. A PSU that signed in for a company has to do with what it granted for that company
 * alone.
 */
export function grantedBy({ psuId, corporateId }: { psuId: string; corporateId?: string | undefined }): Document {
  return { signedBy: psuId, authorisedAt: { $exists: true }, ...(corporateId !== undefined && { corporateId }) };
}
