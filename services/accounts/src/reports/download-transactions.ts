import { type downloadTransactions as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { writeFoot } from '@xs2a/iso20022';
import type { AccountsContext } from '../context.ts';
import { type AccountReport, readAccountReport } from '../transactions/read-account-report.ts';
import { camtEntries, camtHead, refuseUnwritable, toListing } from './camt-report.ts';
import { openDownloadId, toDownloadId } from './download-id.ts';

/** Entries in one reply: about 600 kB of XML, far below the maximum message size of the bus. */
const PIECE_ENTRIES = 500;

/**
 * Returns a piece of a long report; the first piece has the oldest entries. It belongs to the access that named the download and
 * is not counted. Consent is asked for every piece, so a download ends with the consent.
 */
export async function downloadTransactions(
  context: AccountsContext,
  { downloadId, ...reading }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { page, piece, ...query } = openDownloadId(downloadId);
  refuseUnwritable(query);
  const request = { ...reading, ...query };
  const report = await readPiece(context, { ...toListing(request), page }, piece === 0);
  const { accessQuota } = report;
  const previous = report.pages?.previous;
  const head = piece === 0 ? camtHead(context, request, report) : '';
  const foot = previous === undefined ? writeFoot(query.message) : '';
  return {
    ...(accessQuota && { accessQuota }),
    message: query.message,
    xml: head + camtEntries(report) + foot,
    ...(previous !== undefined && { next: toDownloadId(query, { page: previous, piece: piece + 1 }) }),
  };
}

/**
 * A token that cannot be opened identifies no download. Unknown and expired downloads, and those of other TPPs, get the same
 * answer (decision 12).
 */
async function readPiece(
  context: AccountsContext,
  request: Parameters<typeof readAccountReport>[1],
  balancesOnAnyPage: boolean,
): Promise<AccountReport> {
  try {
    return await readAccountReport(context, request, 'account', { size: PIECE_ENTRIES, balancesOnAnyPage });
  } catch (error) {
    if (error instanceof Xs2aError && error.situation === 'queryInvalid') throw new Xs2aError('downloadUnknown');
    throw error;
  }
}
