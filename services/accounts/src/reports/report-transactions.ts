import type { reportTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { writeFoot } from '@xs2a/iso20022';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { readAccountReport } from '../transactions/read-account-report.ts';
import { camtEntries, camtHead, refuseUnwritable, toListing } from './camt-report.ts';
import { toDownloadId } from './download-id.ts';

/** Returns the list as one camt message. A list that is too long for a response is downloaded, as part of the same access (decision 19). */
export async function reportTransactions(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  refuseUnwritable(request);
  const size = context.profile.limits.reportEntriesMax;
  const report = await readAccountReport(context, toListing(request), 'account', { size });
  const { pages, balances, accessQuota } = report;
  const read = { ...(accessQuota && { accessQuota }), account: shownReference(report.account.details) };
  if (pages?.last !== undefined) {
    const downloadId = toDownloadId(request, { page: pages.last, piece: 0 });
    return { ...read, downloadId, ...(balances && { balances }) };
  }
  const xml = camtHead(context, request, report) + camtEntries(report) + writeFoot(request.message);
  return { ...read, xml };
}
