import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { WORDS } from '../rendering/languages.ts';
import { renderPage } from '../rendering/render-page.ts';
import { StaleForm } from '../visits/open-visit.ts';
import { pageErrorOf } from '../visits/page-error.ts';
import { pageOfPath, withQuery } from '../visits/paths.ts';
import { receiveVisitor } from '../visits/receive-visitor.ts';
import { redirectStaleForm } from '../visits/redirect-to-page.ts';
import type { PageErrorKind } from '../words/words.ts';

const RETRY_AFTER_SECONDS = 5;

/** After these errors the same request may succeed. */
const CAN_RETRY: readonly PageErrorKind[] = ['unavailable', 'tooMany', 'formStale', 'fault'];

/** Turns any error into a page that says what to do, in the visitor's language. */
@Catch()
export class ErrorPageFilter implements ExceptionFilter {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof StaleForm) return redirectStaleForm(error.visit);
    const { kind, status, wayBack } = pageErrorOf(error);
    if (status === 500) this.context.log.error({ err: error, event: 'fault' }, 'a page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(status);
    if (status === 429 || status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    const program = { status, ...WORDS.en.errors[kind] };
    if (this.context.extension?.answerError(request, response, program)) return;
    const visitor = receiveVisitor(request, response, this.context);
    const message = visitor.words.errors[kind];
    const link = CAN_RETRY.includes(kind) ? pageOfPath(request.path) : undefined;
    const retryHref = link && withQuery(link, { state: visitor.state });
    const page = { ...message, ...(retryHref && { retryHref }), ...(wayBack && { wayBack }) };
    response.type('html').send(renderPage('error', page, visitor, this.context));
  }
}
