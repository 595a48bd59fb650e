import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { JOBS, type Jobs, Serves } from '@xs2a/service-kit';
import { createBasket } from './create-basket.ts';
import { deleteBasket, endOverdueBaskets } from './end-basket.ts';
import { leaveBasket } from './leave-basket.ts';
import { listOfBasket, readBasket, readBasketStatus } from './read-basket.ts';
import { PaymentsRoom } from './room.ts';
import { settleBasket } from './settle-basket.ts';
import { startBasket } from './start-basket.ts';

const TIDY_EVERY_MS = 60_000;

/** Signing baskets live where their payments do: what they authorise is moved with them in one transaction. */
@Controller()
export class BasketsController implements OnApplicationBootstrap {
  readonly #room: PaymentsRoom;
  readonly #jobs: Jobs;

  constructor(@Inject(PaymentsRoom) room: PaymentsRoom, @Inject(JOBS) jobs: Jobs) {
    this.#room = room;
    this.#jobs = jobs;
  }

  onApplicationBootstrap(): void {
    this.#jobs.every('endOverdueBaskets', TIDY_EVERY_MS, async () => void (await endOverdueBaskets(this.#room)));
  }

  @Serves(operations.createBasket)
  createBasket(request: RequestOf<typeof operations.createBasket>) {
    return createBasket(this.#room, request);
  }

  @Serves(operations.readBasket)
  readBasket(request: RequestOf<typeof operations.readBasket>) {
    return readBasket(this.#room, request);
  }

  @Serves(operations.readBasketStatus)
  readBasketStatus(request: RequestOf<typeof operations.readBasketStatus>) {
    return readBasketStatus(this.#room, request);
  }

  @Serves(operations.deleteBasket)
  deleteBasket(request: RequestOf<typeof operations.deleteBasket>) {
    return deleteBasket(this.#room, request);
  }

  @Serves(operations.listBasketAuthorisations)
  listAuthorisations(request: RequestOf<typeof operations.listBasketAuthorisations>) {
    return listOfBasket(this.#room, request);
  }

  @Serves(operations.startBasketAuthorisation)
  startAuthorisation(request: RequestOf<typeof operations.startBasketAuthorisation>) {
    return startBasket(this.#room, request);
  }

  @Serves(operations.settleBasketAuthorisation)
  settleAuthorisation(request: RequestOf<typeof operations.settleBasketAuthorisation>) {
    return settleBasket(this.#room, request);
  }

  @Serves(operations.leaveBasket)
  leaveBasket(request: RequestOf<typeof operations.leaveBasket>) {
    return leaveBasket(this.#room, request);
  }
}
