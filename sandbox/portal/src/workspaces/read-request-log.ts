import {
  listRecordedRequests,
  type RecordedExchange,
  type RecordedRequest,
  readRecordedRequest,
  readWorkspace,
} from '@xs2a/contracts';
import { type PortalContext } from '@xs2a/portal/extension';
import type { Request } from 'express';
import { type BackstageEvent, readEvents } from './read-events.ts';

const SEARCH_CHARACTERS_MAX = 100;
const UUID = /^[0-9a-f-]{36}$/;

/** A page of the log, newest first. */
interface LoggedRequests {
  readonly requests: readonly RecordedRequest[];
  readonly more: boolean;
  readonly search: string;
  readonly before?: string;
}

/** The requests of the TPP to whom the key belongs: `q` is looked for in them, `before` is the time of the oldest one known. */
export async function listRequests(context: PortalContext, key: string, request: Request): Promise<LoggedRequests> {
  const search = queryOf(request, 'q').slice(0, SEARCH_CHARACTERS_MAX);
  const before = queryOf(request, 'before');
  const position = isInstant(before) ? { before } : {};
  const wanted = { tppId: await tppOf(context, key), ...(search !== '' && { search }), ...position };
  return { ...(await context.bus.ask(listRecordedRequests, wanted)), search, ...position };
}

/** One request with its answer and what it brought about; undefined if this TPP has sent none with this id. */
export async function readRequest(
  context: PortalContext,
  key: string,
  id: unknown,
): Promise<(RecordedExchange & { readonly events: readonly BackstageEvent[] }) | undefined> {
  if (typeof id !== 'string' || !UUID.test(id)) return undefined;
  const tppId = await tppOf(context, key);
  const { exchange } = await context.bus.ask(readRecordedRequest, { tppId, id });
  if (exchange === undefined) return undefined;
  return { ...exchange, events: await readEvents(context, tppId, exchange) };
}

/** The TPP of the key: nobody names another one. */
async function tppOf({ bus }: PortalContext, key: string): Promise<string> {
  return (await bus.ask(readWorkspace, { key })).workspace.tppId;
}

export function queryOf(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === 'string' ? value : '';
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
