import { IsoDate, reportTransactions, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';

/**
 * Names a place in a long report: the query of the list, and the token of a page of it. The token opens only for that very
 * query, TPP, consent and account, and only for a while; so nothing here needs a seal of its own.
 */
const DownloadId = z.object({
  bookingStatus: reportTransactions.request.shape.bookingStatus,
  message: reportTransactions.request.shape.message,
  dateFrom: IsoDate.optional(),
  dateTo: IsoDate.optional(),
  entryReferenceFrom: z.string().optional(),
  deltaList: z.boolean().optional(),
  page: z.string(),
  /** The first piece carries the head of the message. */
  piece: z.int().min(0),
});
export type DownloadId = z.infer<typeof DownloadId>;

export function downloadIdOf(
  query: Omit<DownloadId, 'page' | 'piece'>,
  place: Pick<DownloadId, 'page' | 'piece'>,
): string {
  return Buffer.from(JSON.stringify(DownloadId.parse({ ...query, ...place }))).toString('base64url');
}

/** What an id names; what is none is unknown as a foreign one is. */
export function openDownloadId(text: string): DownloadId {
  try {
    return DownloadId.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new Xs2aError('downloadUnknown');
  }
}
