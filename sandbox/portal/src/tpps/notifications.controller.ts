import { Controller, Delete, Get, HttpCode, HttpStatus, Inject, Post, Req, Res } from '@nestjs/common';
import { formatInstant, PageError, type PortalContext, receiveVisitor } from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { renderSandboxPage } from '../rendering/render-sandbox-page.ts';
import { boxOf, type ReceivedNotification, ReceivedNotifications } from './received-notifications.ts';

const AT = ['', ':box'];

/**
 * A receiver for TPPs that have none yet (decision 27): it shows what is posted to it, newest first, as a page for browsers and
 * as JSON for programs. It keeps notifications in memory, and exists in the sandbox only.
 */
@Controller('sandbox/notifications')
export class NotificationsController {
  readonly #received = new ReceivedNotifications();

  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Post(AT)
  @HttpCode(HttpStatus.OK)
  receive(@Req() request: Request): void {
    this.#received.add(this.#boxOf(request), {
      at: this.context.now().toISOString(),
      requestId: request.header('x-request-id'),
      body: request.body as unknown,
    });
  }

  @Get(AT)
  show(@Req() request: Request, @Res() response: Response): void {
    const { context } = this;
    const received = this.#received.of(this.#boxOf(request));
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') {
      response.json(received);
      return;
    }
    const visitor = receiveVisitor(request, response, context);
    const { timeZone } = context.profile;
    const notifications = received.map((one) => ({
      ...shown(one),
      at: formatInstant(one.at, visitor.language, timeZone),
    }));
    response
      .type('html')
      .send(renderSandboxPage('notifications', { notifications, address: request.path }, visitor, context));
  }

  @Delete(AT)
  @HttpCode(HttpStatus.NO_CONTENT)
  forget(@Req() request: Request): void {
    this.#received.forget(this.#boxOf(request));
  }

  #boxOf({ params }: Request): string {
    const named = params['box'];
    const box = boxOf(named as string | undefined);
    if (box === undefined) throw new PageError('notFound', 404);
    return box;
  }
}

const STATUSES = ['transactionStatus', 'consentStatus', 'scaStatus'];
const RESOURCES = ['paymentId', 'consentId', 'basketId'];

/** The status and the resource that a message tells of, if it has the form of the standard. */
function shown({ requestId, body }: ReceivedNotification) {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  const fieldOf = (names: readonly string[]): readonly [string?, string?] => {
    const [name, value] = fields.find(([known]) => names.includes(known)) ?? [];
    return name !== undefined && typeof value === 'string' ? [name, value] : [];
  };
  const [statusField, status] = fieldOf(STATUSES);
  const [resourceField, resource] = fieldOf(RESOURCES);
  return { requestId, statusField, status, resourceField, resource, text: JSON.stringify(body, null, 2) ?? '' };
}
