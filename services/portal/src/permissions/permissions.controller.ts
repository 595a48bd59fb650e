import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toStep } from '../approval/show-step.ts';
import { PortalRoom } from '../context.ts';
import {
  chooseSignInMethod,
  enterSignInCode,
  leave,
  signInToPermissions,
  signInWithPasskey,
  withdraw,
} from '../login/take-login-step.ts';
import { openVisit, type Visit } from '../visits/open-visit.ts';
import { PageTrouble } from '../visits/page-error.ts';
import { PERMISSIONS_PATH } from '../visits/paths.ts';
import { showPermission, showPermissions, toPermission } from './show-permissions.ts';

const CONSENT_ID = /^[A-Za-z0-9-]{1,64}$/;

/** What a PSU has permitted to TPPs, behind a sign-in of its own. */
@Controller(PERMISSIONS_PATH)
export class PermissionsController {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showPermissions(this.#visit(request, response));
  }

  /** A form's target opened by itself, from the address bar or by a change of language: to the page. */
  @Get(['sign-in', 'method', 'code', 'passkey', 'sign-out'])
  showFromTarget(@Req() request: Request, @Res() response: Response): void {
    toStep(this.#visit(request, response));
  }

  @Post('sign-in')
  signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signInToPermissions(this.#visit(request, response));
  }

  @Post('method')
  chooseMethod(@Req() request: Request, @Res() response: Response): Promise<void> {
    return chooseSignInMethod(this.#visit(request, response));
  }

  @Post('code')
  enterCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    return enterSignInCode(this.#visit(request, response));
  }

  @Post('passkey')
  answerWithPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signInWithPasskey(this.#visit(request, response));
  }

  @Post('sign-out')
  signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    return leave(this.#visit(request, response));
  }

  @Get(':consentId')
  showOne(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showPermission(this.#visit(request, response), consentIdOf(request));
  }

  @Get(':consentId/withdraw')
  showFromWithdraw(@Req() request: Request, @Res() response: Response): void {
    toPermission(this.#visit(request, response), consentIdOf(request));
  }

  @Post(':consentId/withdraw')
  withdraw(@Req() request: Request, @Res() response: Response): Promise<void> {
    return withdraw(this.#visit(request, response), consentIdOf(request));
  }

  #visit(request: Request, response: Response): Visit {
    return openVisit(request, response, this.#room, PERMISSIONS_PATH);
  }
}

function consentIdOf({ params }: Request): string {
  const { consentId } = params;
  if (typeof consentId !== 'string' || !CONSENT_ID.test(consentId)) throw new PageTrouble('notFound', 404);
  return consentId;
}
