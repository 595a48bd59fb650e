import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { OwnFactor } from '@xs2a/contracts';
import type { Request, Response } from 'express';
import { toStep } from '../approval/show-step.ts';
import { PortalRoom } from '../context.ts';
import { openVisit, type Visit } from '../visits/open-visit.ts';
import { PageTrouble } from '../visits/page-error.ts';
import { FACTORS_PATH, PERMISSIONS_PATH } from '../visits/paths.ts';
import { showAdding, showFactors } from './show-factors.ts';
import { begin, CONFIRM, remove } from './take-factor-step.ts';

/** Passkeys and authenticator app of who is signed in at the permissions. */
@Controller(FACTORS_PATH)
export class FactorsController {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showFactors(this.#visit(request, response));
  }

  @Get(':kind')
  showAdding(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showAdding(this.#visit(request, response), kindOf(request));
  }

  /** A form's target opened by itself, from the address bar or by a change of language: to the page. */
  @Get(':kind/:step')
  showFromTarget(@Req() request: Request, @Res() response: Response): void {
    toStep(this.#visit(request, response));
  }

  @Post(':kind')
  begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    return begin(this.#visit(request, response), kindOf(request));
  }

  @Post(':kind/confirm')
  confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    return CONFIRM[kindOf(request)](this.#visit(request, response));
  }

  @Post(':kind/remove')
  remove(@Req() request: Request, @Res() response: Response): Promise<void> {
    return remove(this.#visit(request, response), kindOf(request));
  }

  /** The session is that of the permissions: signing in there opens both pages. */
  #visit(request: Request, response: Response): Visit {
    return openVisit(request, response, this.#room, FACTORS_PATH, PERMISSIONS_PATH);
  }
}

function kindOf({ params }: Request): OwnFactor {
  const { success, data } = OwnFactor.safeParse(params['kind']);
  if (!success) throw new PageTrouble('notFound', 404);
  return data;
}
