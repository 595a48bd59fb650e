import { once } from 'node:events';
import { StreamableFile } from '@nestjs/common';
import {
  downloadTransactions,
  type ReplyOf,
  type ReportMessage,
  type RequestOf,
  reportTransactions,
  SILENT_MS_MAX,
  Xs2aError,
} from '@xs2a/contracts';
import { type Bus, currentContext, runInContext } from '@xs2a/service-kit';
import type { Response } from 'express';
import { setQuotaHeaders } from '../../answers/quota-headers.ts';
import type { Links } from '../../links/links.ts';
import { chooseType } from '../../request/accept-header.ts';
import { typesOf } from '../../request/answer-types.ts';
import { type Call, headerOf } from '../../request/call.ts';
import type { transactionQueryOf } from './account-query.ts';
import { accountReadRequest, readFromAccounts } from './read-accounts.ts';

/** Time for the next piece of a download, from the moment the TPP has received the last one. */
const PIECE_BUDGET_MS = 25_000;
/** A TPP that receives nothing for so long counts as disconnected. */
const DRAIN_MS_MAX = 30_000;

interface ReportCall {
  readonly call: Call<'getTransactionList'>;
  readonly query: ReturnType<typeof transactionQueryOf>;
  readonly message: ReportMessage;
}

/** The list as XML. If it is too long for one answer, JSON with a link to download it (decision 19). */
export async function answerWithReport(
  { bus, links }: { readonly bus: Bus; readonly links: Links },
  { call, query, message }: ReportCall,
): Promise<StreamableFile | object> {
  const { page, withBalance, bookingStatus, ...period } = query;
  if (page !== undefined) throw new Xs2aError('queryInvalid', { path: 'page', text: 'is for lists in JSON' });
  const request = { ...accountReadRequest(call), ...period, bookingStatus: ofReports(bookingStatus), message };
  const { account, xml, downloadId, balances } = await readFromAccounts(bus, call, reportTransactions, request);
  if (xml !== undefined) return new StreamableFile(Buffer.from(xml), { type: inUtf8(call.answerType) });
  if (downloadId === undefined) throw new Error('the report has neither XML nor a downloadId');
  const parameters = { accountId: call.params.accountId, downloadId };
  return {
    account,
    ...(withBalance && { balances }),
    _links: links.of('account', ['account', 'download'], parameters),
  };
}

/** XML types are offered for these values only, so that parsing cannot fail. */
function ofReports(bookingStatus: ReportCall['query']['bookingStatus']) {
  return reportTransactions.request.shape.bookingStatus.parse(bookingStatus);
}

/**
 * Streams a long report piece by piece, as fast as the TPP receives it; one piece is in memory at a time. An error before the
 * first piece is answered as usual. A later one closes the connection, so that a part is never taken for the whole.
 */
export async function streamReport(
  bus: Bus,
  { call, response }: { readonly call: Call<'downloadTransactions'>; readonly response: Response },
): Promise<void> {
  const request = accountReadRequest(call);
  let piece = await bus.ask(downloadTransactions, { ...request, downloadId: call.params.downloadId });
  startAnswer({ call, response, piece });
  while (piece.next !== undefined && !response.destroyed) {
    // The next piece is fetched while this one is sent.
    const next = askNext(bus, { ...request, downloadId: piece.next });
    await Promise.all([write(response, piece.xml), next]);
    piece = await next;
  }
  response.end(piece.xml);
}

function startAnswer({
  call,
  response,
  piece: { message, accessQuota },
}: {
  call: Call<'downloadTransactions'>;
  response: Response;
  piece: ReplyOf<typeof downloadTransactions>;
}): void {
  // Only the first piece tells which message the report is. The TPP may not accept it.
  const type = chooseType(headerOf(call, 'accept'), typesOf([message]));
  if (type === undefined) throw new Xs2aError('acceptNotServable', { path: 'Accept' });
  setQuotaHeaders(response, accessQuota);
  response.setHeader('Content-Type', inUtf8(type));
  response.setHeader('Content-Disposition', `attachment; filename="${message}.xml"`);
}

/** Not by Express, which would write the name of the type in lower case. */
function inUtf8(type: string): string {
  return `${type}; charset=utf-8`;
}

/** Each piece has its own deadline: the TPP decides how long the whole takes. */
function askNext(bus: Bus, request: RequestOf<typeof downloadTransactions>) {
  const now = Date.now();
  const context = { ...currentContext(), deadline: now + PIECE_BUDGET_MS, patience: now + SILENT_MS_MAX };
  return runInContext(context, () => bus.ask(downloadTransactions, request));
}

/** Writes a piece and waits until the TPP has received it, has disconnected, or has received nothing for too long. */
async function write(response: Response, xml: string): Promise<void> {
  if (response.write(xml) || response.destroyed) return;
  const waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(DRAIN_MS_MAX)]);
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}
