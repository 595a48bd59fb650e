import { Controller, Inject } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import type { ScaRoom } from './context.ts';
import { beginFactor } from './enrolment/begin-factor.ts';
import { confirmPasskey } from './enrolment/confirm-passkey.ts';
import { confirmTotp } from './enrolment/confirm-totp.ts';
import { readFactors } from './enrolment/read-factors.ts';
import { removeFactor } from './enrolment/remove-factor.ts';
import { ROOM } from './room.provider.ts';

/** The factors of our own, as a PSU who is signed in adds and removes them. */
@Controller()
export class FactorsController {
  readonly #room: ScaRoom;

  constructor(@Inject(ROOM) room: ScaRoom) {
    this.#room = room;
  }

  @Serves(operations.readFactors)
  readFactors({ session }: RequestOf<typeof operations.readFactors>) {
    return readFactors(this.#room, session);
  }

  @Serves(operations.beginFactor)
  beginFactor(request: RequestOf<typeof operations.beginFactor>) {
    return beginFactor(this.#room, request);
  }

  @Serves(operations.confirmPasskey)
  confirmPasskey(request: RequestOf<typeof operations.confirmPasskey>) {
    return confirmPasskey(this.#room, request);
  }

  @Serves(operations.confirmTotp)
  confirmTotp(request: RequestOf<typeof operations.confirmTotp>) {
    return confirmTotp(this.#room, request);
  }

  @Serves(operations.removeFactor)
  removeFactor(request: RequestOf<typeof operations.removeFactor>) {
    return removeFactor(this.#room, request);
  }
}
