import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PortalRoom } from '../context.ts';
import { renderPage } from '../rendering/render-page.ts';
import { troubleOf } from '../visits/page-error.ts';
import { pageOfPath, withQuery } from '../visits/paths.ts';
import { receiveVisitor } from '../visits/visitor.ts';

const RETRY_AFTER_SECONDS = 5;

/** Whatever is thrown becomes a page that says what to do, in the visitor's language. */
@Catch()
export class ErrorPageFilter implements ExceptionFilter {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { trouble, status, wayBack } = troubleOf(error);
    if (status === 500) this.#room.log.error({ err: error, event: 'fault' }, 'a page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(status);
    if (status === 429 || status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    const visitor = receiveVisitor(request, response, this.#room);
    const message = visitor.words.troubles[trouble];
    if (request.path.startsWith('/sandbox/') && request.accepts(['json', 'html']) === 'json') {
      response.json({ status, title: message.title, detail: message.text });
      return;
    }
    const canRetry =
      trouble === 'unavailable' || trouble === 'tooMany' || trouble === 'formStale' || trouble === 'fault';
    const link = canRetry ? pageOfPath(request.path) : undefined;
    const retryHref = link && withQuery(link, { state: visitor.state });
    const page = { ...message, ...(retryHref && { retryHref }), ...(wayBack && { wayBack }) };
    response.type('html').send(renderPage('error', page, visitor, this.#room));
  }
}
