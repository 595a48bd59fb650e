import { type downloadTransactions as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { writeFoot } from '@xs2a/iso20022';
import type { AccountsContext } from '../context.ts';
import { type Report, reportOf } from '../transactions/find-transactions.ts';
import { downloadIdOf, openDownloadId } from './download-id.ts';
import { entriesOf, headOf, refuseUnwritable, toListing } from './report-transactions.ts';

/** Entries of one reply: some 600 kB of XML, far below what a message may have. */
const PIECE_ENTRIES = 500;

/**
 * A piece of a long report, from its oldest entries on. It belongs to the access that named it and is not counted; the
 * consent is asked for every piece, so that a download ends when the consent does.
 */
export async function downloadTransactions(
  context: AccountsContext,
  { downloadId, ...reading }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { page, piece, ...query } = openDownloadId(downloadId);
  refuseUnwritable(query);
  const request = { ...reading, ...query };
  const report = await pieceOf(context, { ...toListing(request), page }, piece === 0);
  const previous = report.pages?.previous;
  const head = piece === 0 ? headOf(context, request, report) : '';
  const foot = previous === undefined ? writeFoot(query.message) : '';
  return {
    message: query.message,
    xml: head + entriesOf(report) + foot,
    ...(previous !== undefined && { next: downloadIdOf(query, { page: previous, piece: piece + 1 }) }),
  };
}

/** A token that does not open names no report: unknown, foreign and expired are one answer (field guide 2.4). */
async function pieceOf(
  context: AccountsContext,
  request: Parameters<typeof reportOf>[1],
  balancesOnAnyPage: boolean,
): Promise<Report> {
  try {
    return await reportOf(context, request, 'account', { size: PIECE_ENTRIES, balancesOnAnyPage });
  } catch (error) {
    if (error instanceof Xs2aError && error.situation === 'queryInvalid') throw new Xs2aError('downloadUnknown');
    throw error;
  }
}
