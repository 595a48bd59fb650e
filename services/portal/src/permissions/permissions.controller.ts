import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { goToBankFromPage } from '../bank-sign-in/redirect-to-provider.ts';
import type { PortalContext } from '../context.ts';
import { chooseSignInMethod, enterSignInCode, signIn, signInWithPasskey, signOut } from '../login/take-login-step.ts';
import { openVisit, type Visit } from '../visits/open-visit.ts';
import { PageError } from '../visits/page-error.ts';
import { PERMISSIONS_PATH } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { sendPermissionsFile } from './send-file.ts';
import { showPermission, showPermissions, showWithdrawal } from './show-permissions.ts';
import { askBeforeStop, showStandingOrder, stopStandingOrder } from './standing-order-pages.ts';
import { withdrawPermission } from './withdraw-permission.ts';

const RESOURCE_ID = /^[A-Za-z0-9-]{1,64}$/;

/** Pages of a PSU's permissions, with a separate sign-in. */
@Controller(PERMISSIONS_PATH)
export class PermissionsController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showPermissions(this.#visit(request, response));
  }

  /** A form target opened from the address bar, or after a change of language, redirects to the page. */
  @Get(['sign-in', 'method', 'code', 'passkey', 'sign-out'])
  showFromTarget(@Req() request: Request, @Res() response: Response): void {
    redirectToPage(this.#visit(request, response));
  }

  @Get('bank-sign-in')
  goToBank(@Req() request: Request, @Res() response: Response): Promise<void> {
    return goToBankFromPage(this.#visit(request, response));
  }

  @Post('sign-in')
  signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signIn(this.#visit(request, response));
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
  signInWithPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signInWithPasskey(this.#visit(request, response));
  }

  @Post('sign-out')
  signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signOut(this.#visit(request, response));
  }

  @Get('file.csv')
  sendFile(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendPermissionsFile(this.#visit(request, response), 'csv');
  }

  @Get('file.pdf')
  sendDocument(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendPermissionsFile(this.#visit(request, response), 'pdf');
  }

  @Get('standing-orders/:paymentId')
  showStandingOrder(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showStandingOrder(this.#visit(request, response), idOf(request, 'paymentId'));
  }

  @Get('standing-orders/:paymentId/withdraw')
  askBeforeStop(@Req() request: Request, @Res() response: Response): Promise<void> {
    return askBeforeStop(this.#visit(request, response), idOf(request, 'paymentId'));
  }

  @Post('standing-orders/:paymentId/withdraw')
  stopStandingOrder(@Req() request: Request, @Res() response: Response): Promise<void> {
    return stopStandingOrder(this.#visit(request, response), idOf(request, 'paymentId'));
  }

  @Get(':consentId')
  showOne(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showPermission(this.#visit(request, response), idOf(request, 'consentId'));
  }

  @Get(':consentId/withdraw')
  askBeforeWithdrawal(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showWithdrawal(this.#visit(request, response), idOf(request, 'consentId'));
  }

  @Post(':consentId/withdraw')
  withdraw(@Req() request: Request, @Res() response: Response): Promise<void> {
    return withdrawPermission(this.#visit(request, response), idOf(request, 'consentId'));
  }

  #visit(request: Request, response: Response): Visit {
    return openVisit(request, response, this.context, PERMISSIONS_PATH);
  }
}

function idOf({ params }: Request, name: 'consentId' | 'paymentId'): string {
  const { [name]: id } = params;
  if (typeof id !== 'string' || !RESOURCE_ID.test(id)) throw new PageError('notFound', 404);
  return id;
}
