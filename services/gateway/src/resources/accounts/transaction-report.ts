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

/** Deadline for the next piece of a download, from the time when the TPP received the last one. */
const PIECE_BUDGET_MS = 25_000;
/** A TPP that receives nothing for this time counts as disconnected. */
const DRAIN_MS_MAX = 30_000;

interface ReportCall {
  readonly call: Call<'getTransactionList'>;
  readonly query: ReturnType<typeof transactionQueryOf>;
  readonly message: ReportMessage;
}

/** Answers the list as XML or, if it is too long for one answer, as JSON with a download link (decision 19). */
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

/** XML types are offered for these values only, so parsing cannot fail. */
function ofReports(bookingStatus: ReportCall['query']['bookingStatus']) {
  return reportTransactions.request.shape.bookingStatus.parse(bookingStatus);
}

/**
 * Streams a long report in pieces, as fast as the TPP receives it, with one piece in memory at a time. An error before the first
 * piece is answered as usual. A later one closes the connection, so that the TPP notices that the report is incomplete.
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
  // Only the first piece names the report's message, which the TPP may not accept.
  const type = chooseType(headerOf(call, 'accept'), typesOf([message]));
  if (type === undefined) throw new Xs2aError('acceptNotServable', { path: 'Accept' });
  setQuotaHeaders(response, accessQuota);
  response.setHeader('Content-Type', inUtf8(type));
  response.setHeader('Content-Disposition', `attachment; filename="${message}.xml"`);
}

/** Express would write the media type in lower case. */
function inUtf8(type: string): string {
  return `${type}; charset=utf-8`;
}

/** Each piece has its own deadline: the total time depends on the TPP. */
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
