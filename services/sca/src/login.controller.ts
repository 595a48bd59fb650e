import { Controller, Inject } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { Serves } from '@xs2a/service-kit';
import type { ScaRoom } from './context.ts';
import { confirmSignIn } from './login/confirm-sign-in.ts';
import { readLogin } from './login/read-login.ts';
import { selectSignInMethod } from './login/send-sign-in-code.ts';
import { signIn } from './login/sign-in.ts';
import { signOut } from './login/sign-out.ts';
import { ROOM } from './room.provider.ts';

/** Signing in at the bank's own pages, outside of any authorisation. */
@Controller()
export class LoginController {
  readonly #room: ScaRoom;

  constructor(@Inject(ROOM) room: ScaRoom) {
    this.#room = room;
  }

  @Serves(operations.signIn)
  signIn(request: RequestOf<typeof operations.signIn>) {
    return signIn(this.#room, request);
  }

  @Serves(operations.selectSignInMethod)
  selectSignInMethod(request: RequestOf<typeof operations.selectSignInMethod>) {
    return selectSignInMethod(this.#room, request);
  }

  @Serves(operations.confirmSignIn)
  confirmSignIn(request: RequestOf<typeof operations.confirmSignIn>) {
    return confirmSignIn(this.#room, request);
  }

  @Serves(operations.readLogin)
  readLogin({ session }: RequestOf<typeof operations.readLogin>) {
    return readLogin(this.#room, session);
  }

  @Serves(operations.signOut)
  signOut({ session }: RequestOf<typeof operations.signOut>) {
    return signOut(this.#room, session);
  }
}
