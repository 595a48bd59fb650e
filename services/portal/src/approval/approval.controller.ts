import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { redirectToProvider } from '../bank-sign-in/redirect-to-provider.ts';
import type { PortalContext } from '../context.ts';
import { openLinkVisit } from '../visits/open-visit.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { showApproval } from './show-approval.ts';
import {
  approve,
  approveWithPasskey,
  chooseMethod,
  continueFromTpp,
  decline,
  enterCode,
  signIn,
} from './take-approval-step.ts';

/** The pages of one authorisation: one address for the page, and one form target for each step. */
@Controller('sca/:redirectReference')
export class ApprovalController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showApproval(openLinkVisit(request, response, this.context));
  }

  /** A form target opened from the address bar, or after a change of language, redirects to the page. */
  @Get(['sign-in', 'continue', 'method', 'approve', 'code', 'passkey', 'decline'])
  showFromTarget(@Req() request: Request, @Res() response: Response): void {
    redirectToPage(openLinkVisit(request, response, this.context));
  }

  @Get('bank-sign-in')
  goToBank(@Req() request: Request, @Res() response: Response): Promise<void> {
    return redirectToProvider(openLinkVisit(request, response, this.context));
  }

  @Post('sign-in')
  signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signIn(openLinkVisit(request, response, this.context));
  }

  @Post('continue')
  continueFromTpp(@Req() request: Request, @Res() response: Response): Promise<void> {
    return continueFromTpp(openLinkVisit(request, response, this.context));
  }

  @Post('method')
  chooseMethod(@Req() request: Request, @Res() response: Response): Promise<void> {
    return chooseMethod(openLinkVisit(request, response, this.context));
  }

  @Post('approve')
  approve(@Req() request: Request, @Res() response: Response): Promise<void> {
    return approve(openLinkVisit(request, response, this.context));
  }

  @Post('code')
  enterCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    return enterCode(openLinkVisit(request, response, this.context));
  }

  @Post('passkey')
  approveWithPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return approveWithPasskey(openLinkVisit(request, response, this.context));
  }

  @Post('decline')
  decline(@Req() request: Request, @Res() response: Response): Promise<void> {
    return decline(openLinkVisit(request, response, this.context));
  }
}
