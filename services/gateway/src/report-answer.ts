import { once } from 'node:events';
import { StreamableFile } from '@nestjs/common';
import {
  downloadTransactions,
  type ReportMessage,
  type RequestOf,
  reportTransactions,
  Xs2aError,
} from '@xs2a/contracts';
import { type Bus, currentContext, runInContext } from '@xs2a/service-kit';
import type { Response } from 'express';
import { chooseType } from './accepted-types.ts';
import type { transactionQueryOf } from './account-query.ts';
import { askForReading, readingOfAccount } from './account-reading.ts';
import { type Call, headerOf } from './call.ts';
import type { Links } from './links.ts';
import { typesOf } from './offered-types.ts';

/** For the next piece of a download, from the time that the TPP has taken the one before. */
const PIECE_BUDGET_MS = 25_000;
/** A TPP that takes nothing for so long has gone. */
const DRAIN_MS_MAX = 30_000;

interface Asked {
  readonly call: Call<'getTransactionList'>;
  readonly query: ReturnType<typeof transactionQueryOf>;
  readonly message: ReportMessage;
}

/** The list as XML; where it is too long for that, JSON with a link to download it (decision 19). */
export async function answerWithReport(
  { bus, links }: { readonly bus: Bus; readonly links: Links },
  { call, query, message }: Asked,
): Promise<StreamableFile | object> {
  const { page, withBalance, bookingStatus, ...asked } = query;
  if (page !== undefined) throw new Xs2aError('queryInvalid', { path: 'page', text: 'is for lists in JSON' });
  const request = { ...readingOfAccount(call), ...asked, bookingStatus: ofReports(bookingStatus), message };
  const { account, xml, downloadId, balances } = await askForReading(bus, call, reportTransactions, request);
  if (xml !== undefined) return new StreamableFile(Buffer.from(xml), { type: inUtf8(call.answerType) });
  const parameters = { accountId: call.params.accountId, downloadId: downloadId ?? '' };
  return {
    account,
    ...(withBalance && { balances }),
    _links: links.of('account', ['account', 'download'], parameters),
  };
}

/** Types of reports are offered for these alone. */
function ofReports(bookingStatus: Asked['query']['bookingStatus']) {
  return reportTransactions.request.shape.bookingStatus.parse(bookingStatus);
}

/**
 * A long report, piece by piece as the TPP takes them: one piece is in memory at a time. What goes wrong before the
 * first is refused as anywhere; later the connection is cut, so that nobody takes a part for the whole.
 */
export async function streamReport(
  bus: Bus,
  { call, response }: { readonly call: Call<'downloadTransactions'>; readonly response: Response },
): Promise<void> {
  const reading = readingOfAccount(call);
  let piece = await bus.ask(downloadTransactions, { ...reading, downloadId: call.params.downloadId });
  startAnswer({ call, response, message: piece.message });
  while (piece.next !== undefined && !response.destroyed) {
    // The next piece is on its way while this one is taken.
    const next = askNext(bus, { ...reading, downloadId: piece.next });
    await Promise.all([write(response, piece.xml), next]);
    piece = await next;
  }
  response.end(piece.xml);
}

function startAnswer({
  call,
  response,
  message,
}: {
  call: Call<'downloadTransactions'>;
  response: Response;
  message: ReportMessage;
}): void {
  // That the report is of another message than the TPP accepts is known only now.
  const type = chooseType(headerOf(call, 'accept'), typesOf([message]));
  if (type === undefined) throw new Xs2aError('acceptNotServable', { path: 'Accept' });
  response.setHeader('Content-Type', inUtf8(type));
  response.setHeader('Content-Disposition', `attachment; filename="${message}.xml"`);
}

/** Express would write the name of the type in small letters. */
function inUtf8(type: string): string {
  return `${type}; charset=utf-8`;
}

/** Time starts anew with each piece: how long the whole takes is up to the TPP. */
function askNext(bus: Bus, request: RequestOf<typeof downloadTransactions>) {
  const context = { ...currentContext(), deadline: Date.now() + PIECE_BUDGET_MS };
  return runInContext(context, () => bus.ask(downloadTransactions, request));
}

/** Waits until the TPP has taken what was written, has gone, or has taken nothing for too long. */
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
