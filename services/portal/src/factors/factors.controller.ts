import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { OwnFactor } from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { openVisit, type Visit } from '../visits/open-visit.ts';
import { PageError } from '../visits/page-error.ts';
import { FACTORS_PATH, PERMISSIONS_PATH } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { showAdding, showFactors } from './show-factors.ts';
import { CONFIRM_FACTOR, removeFactor, startAddingFactor } from './take-factor-step.ts';

/** Passkeys and authenticator app of a PSU who is signed in to the permissions. */
@Controller(FACTORS_PATH)
export class FactorsController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showFactors(this.#visit(request, response));
  }

  @Get(':kind')
  showAdding(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showAdding(this.#visit(request, response), kindOf(request));
  }

  /** A form target opened from the address bar, or after a change of language, redirects to the page. */
  @Get(':kind/:step')
  showFromTarget(@Req() request: Request, @Res() response: Response): void {
    redirectToPage(this.#visit(request, response));
  }

  @Post(':kind')
  startAdding(@Req() request: Request, @Res() response: Response): Promise<void> {
    return startAddingFactor(this.#visit(request, response), kindOf(request));
  }

  @Post(':kind/confirm')
  confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    return CONFIRM_FACTOR[kindOf(request)](this.#visit(request, response));
  }

  @Post(':kind/remove')
  remove(@Req() request: Request, @Res() response: Response): Promise<void> {
    return removeFactor(this.#visit(request, response), kindOf(request));
  }

  /** The session is that of the permissions: one sign-in is valid for both. */
  #visit(request: Request, response: Response): Visit {
    return openVisit(request, response, this.context, FACTORS_PATH, PERMISSIONS_PATH);
  }
}

function kindOf({ params }: Request): OwnFactor {
  const { success, data } = OwnFactor.safeParse(params['kind']);
  if (!success) throw new PageError('notFound', 404);
  return data;
}
