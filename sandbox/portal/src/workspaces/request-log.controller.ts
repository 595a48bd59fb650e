import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { allowOwnScript, PageError, type PortalContext, withQuery } from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { DEVELOPER, renderSandboxPage } from '../rendering/render-sandbox-page.ts';
import { listRequests, queryOf, readRequest } from './read-request-log.ts';
import { workspaceKeyOf } from './workspace-key.ts';

const PATH = '/sandbox/workspace/requests';
const WORKSPACE_PATH = '/sandbox/workspace';
const LIVE_SECONDS = 5;

/** Requests of a developer's own TPP with their answers (decision 83): a page for browsers, JSON for programs. */
@Controller('sandbox/workspace/requests')
export class RequestLogController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { requests, more, search, before } = await listRequests(this.context, this.#key(request), request);
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') return void response.json({ requests, more });
    const isLive = queryOf(request, 'live') !== '';
    if (isLive) response.setHeader('Refresh', LIVE_SECONDS);
    // Older ones do not change.
    const updatedBy = isLive ? 'reloading' : before === undefined ? 'script' : undefined;
    if (updatedBy === 'script') allowOwnScript(response, { asks: true });
    const q = search === '' ? undefined : search;
    const oldest = requests.at(-1)?.at;
    this.#send(response, 'requests', {
      requests: requests.map((one) => ({ ...one, at: shownTime(one.at) })),
      search,
      updatedBy,
      action: PATH,
      back: WORKSPACE_PATH,
      liveHref: withQuery(PATH, { q, ...(!isLive && { live: '1' }) }),
      ...(more && oldest !== undefined && { olderHref: withQuery(PATH, { q, before: oldest }) }),
    });
  }

  @Get(':id')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const read = await readRequest(this.context, this.#key(request), request.params['id']);
    if (read === undefined) throw new PageError('notFound', 404);
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') return void response.json(read);
    const { events, ...exchange } = read;
    this.#send(response, 'request', {
      exchange: { ...exchange, at: shownTime(exchange.at) },
      events: events.map((event) => ({ ...event, at: shownTime(event.at) })),
      back: PATH,
    });
  }

  #key(request: Request): string {
    const key = workspaceKeyOf(request, this.context);
    if (key === undefined) throw new PageError('notFound', 404);
    return key;
  }

  #send<Name extends 'requests' | 'request'>(
    response: Response,
    name: Name,
    page: Parameters<typeof renderSandboxPage<Name>>[1],
  ): void {
    const visitor = DEVELOPER;
    response.type('html').send(renderSandboxPage(name, page, visitor, this.context));
  }
}

/** To the second, in UTC as in the headers. */
function shownTime(at: string): string {
  return at.slice(0, 19).replace('T', ' ');
}
