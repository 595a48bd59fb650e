import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PortalRoom } from '../context.ts';
import { openLinkVisit } from '../visits/open-visit.ts';
import { showStep, toStep } from './show-step.ts';
import { answerWithPasskey, chooseMethod, decline, enterCode, goOn, signIn } from './take-step.ts';

/** The way of a PSU through one authorisation: one page address, and one form target for each step. */
@Controller('sca/:redirectReference')
export class ScaController {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showStep(openLinkVisit(request, response, this.#room));
  }

  /** A form's target opened by itself, from the address bar or by a change of language: to the page. */
  @Get(['sign-in', 'continue', 'method', 'code', 'passkey', 'decline'])
  showFromTarget(@Req() request: Request, @Res() response: Response): void {
    toStep(openLinkVisit(request, response, this.#room));
  }

  @Post('sign-in')
  signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signIn(openLinkVisit(request, response, this.#room));
  }

  @Post('continue')
  goOn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return goOn(openLinkVisit(request, response, this.#room));
  }

  @Post('method')
  chooseMethod(@Req() request: Request, @Res() response: Response): Promise<void> {
    return chooseMethod(openLinkVisit(request, response, this.#room));
  }

  @Post('code')
  enterCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    return enterCode(openLinkVisit(request, response, this.#room));
  }

  @Post('passkey')
  answerWithPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answerWithPasskey(openLinkVisit(request, response, this.#room));
  }

  @Post('decline')
  decline(@Req() request: Request, @Res() response: Response): Promise<void> {
    return decline(openLinkVisit(request, response, this.#room));
  }
}
