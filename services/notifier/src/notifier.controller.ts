import { Controller, Inject } from '@nestjs/common';
import { pushNotification, type RequestOf } from '@xs2a/contracts';
import { CLOCK, type Clock, InjectCollection, Serves } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { type NotifierRoom, takeNotice } from './delivery/enqueue-notification.ts';
import { LANES, type Lane } from './model/delivery-queue.ts';

@Controller()
export class NotifierController {
  readonly #room: NotifierRoom;

  constructor(@InjectCollection(LANES) lanes: Collection<Lane>, @Inject(CLOCK) now: Clock) {
    this.#room = { lanes, now };
  }

  @Serves(pushNotification)
  pushNotification(request: RequestOf<typeof pushNotification>) {
    return takeNotice(this.#room, request);
  }
}
