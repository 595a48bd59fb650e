import { Body, Controller, Delete, Get, Headers, HttpCode, HttpStatus, Inject, Post } from '@nestjs/common';
import { CONTEXT } from '@xs2a/service-kit';
import type { PortalContext } from '../context.ts';
import { PageError } from '../visits/page-error.ts';

const KEPT_MAX = 200;

interface ReceivedNotification {
  readonly at: string;
  readonly requestId: string | undefined;
  readonly body: unknown;
}

/**
 * A receiver for TPPs that have none yet (decision 27): it shows what is posted to it, newest first. It keeps
 * notifications in memory, and exists in the sandbox only.
 */
@Controller('sandbox/notifications')
export class NotificationsController {
  #received: ReceivedNotification[] = [];

  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  receive(@Body() body: unknown, @Headers('x-request-id') requestId?: string): void {
    this.#requireSandbox();
    this.#received = [
      { at: this.context.now().toISOString(), requestId, body },
      ...this.#received.slice(0, KEPT_MAX - 1),
    ];
  }

  @Get()
  show(): readonly ReceivedNotification[] {
    this.#requireSandbox();
    return this.#received;
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  forget(): void {
    this.#requireSandbox();
    this.#received = [];
  }

  #requireSandbox(): void {
    if (!this.context.isSandbox) throw new PageError('notFound', 404);
  }
}
