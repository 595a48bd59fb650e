import { Body, Controller, Delete, Get, Headers, HttpCode, HttpStatus, Inject, Post } from '@nestjs/common';
import { CLOCK, type Clock } from '@xs2a/service-kit';
import { PortalRoom } from '../context.ts';
import { PageTrouble } from '../visits/page-error.ts';

const KEPT_MAX = 200;

interface Received {
  readonly at: string;
  readonly requestId: string | undefined;
  readonly body: unknown;
}

/**
 * Stands for the receiver of a TPP that has none yet (field guide 10): what is posted here is shown here, the newest first.
 * Kept in memory alone, and absent outside of the sandbox.
 */
@Controller('sandbox/notifications')
export class NotificationsController {
  readonly #room: PortalRoom;
  readonly #now: Clock;
  #received: Received[] = [];

  constructor(@Inject(PortalRoom) room: PortalRoom, @Inject(CLOCK) now: Clock) {
    this.#room = room;
    this.#now = now;
  }

  @Post()
  @HttpCode(HttpStatus.OK)
  receive(@Body() body: unknown, @Headers('x-request-id') requestId?: string): void {
    this.#refuseInEarnest();
    this.#received = [{ at: this.#now().toISOString(), requestId, body }, ...this.#received.slice(0, KEPT_MAX - 1)];
  }

  @Get()
  show(): readonly Received[] {
    this.#refuseInEarnest();
    return this.#received;
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  forget(): void {
    this.#refuseInEarnest();
    this.#received = [];
  }

  #refuseInEarnest(): void {
    if (!this.#room.isSandbox) throw new PageTrouble('notFound', 404);
  }
}
