import { IsoDate, reportTransactions, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';

/**
 * Identifies a page of a long report: the query of the list, and the token of the page. The token is valid only for this query,
 * TPP, consent and account, and only for several minutes, so the id itself needs no protection.
 */
const DownloadId = z.object({
  bookingStatus: reportTransactions.request.shape.bookingStatus,
  message: reportTransactions.request.shape.message,
  dateFrom: IsoDate.optional(),
  dateTo: IsoDate.optional(),
  entryReferenceFrom: z.string().optional(),
  deltaList: z.boolean().optional(),
  page: z.string(),
  /** Index from 0. The first piece has the head of the message. */
  piece: z.int().min(0),
});
type DownloadId = z.infer<typeof DownloadId>;

export function toDownloadId(
  query: Omit<DownloadId, 'page' | 'piece'>,
  { page, piece }: Pick<DownloadId, 'page' | 'piece'>,
): string {
  return Buffer.from(JSON.stringify(DownloadId.parse({ ...query, page, piece }))).toString('base64url');
}

/** Decodes an id. Invalid text gets the same answer as an unknown id. */
export function openDownloadId(text: string): DownloadId {
  try {
    return DownloadId.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new Xs2aError('downloadUnknown');
  }
}
