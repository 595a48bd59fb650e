import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { goToBankFromPage } from '../bank-sign-in/redirect-to-provider.ts';
import type { PortalContext } from '../context.ts';
import { chooseSignInMethod, enterSignInCode, signIn, signInWithPasskey, signOut } from '../login/take-login-step.ts';
import { openVisit, type Visit } from '../visits/open-visit.ts';
import { PageError } from '../visits/page-error.ts';
import { oauthSignInPath } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { passToServer } from './pass-to-server.ts';
import { answerSignIn, showSignIn } from './show-sign-in.ts';

const UID = /^[A-Za-z0-9_-]{1,64}$/;
const FORM_TARGETS = ['sign-in', 'method', 'code', 'passkey', 'sign-out', 'continue', 'decline'];

/** OAuth requests of the browser: authorisation requests of TPPs, and the sign-in that identifies a user to a TPP. */
@Controller('oauth')
export class OAuthController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get('authorize')
  begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    return passToServer(this.context, request, response);
  }

  @Get('authorize/:uid')
  resume(@Req() request: Request, @Res() response: Response): Promise<void> {
    return passToServer(this.context, request, response, uidOf(request));
  }

  @Get('sign-in/:uid')
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return showSignIn(this.#visit(request, response), uidOf(request));
  }

  /** A form target opened from the address bar, or after a change of language, redirects to the page. */
  @Get(FORM_TARGETS.map((target) => `sign-in/:uid/${target}`))
  showFromTarget(@Req() request: Request, @Res() response: Response): void {
    redirectToPage(this.#visit(request, response));
  }

  @Get('sign-in/:uid/bank-sign-in')
  goToBank(@Req() request: Request, @Res() response: Response): Promise<void> {
    return goToBankFromPage(this.#visit(request, response));
  }

  @Post('sign-in/:uid/sign-in')
  signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signIn(this.#visit(request, response));
  }

  @Post('sign-in/:uid/method')
  chooseMethod(@Req() request: Request, @Res() response: Response): Promise<void> {
    return chooseSignInMethod(this.#visit(request, response));
  }

  @Post('sign-in/:uid/code')
  enterCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    return enterSignInCode(this.#visit(request, response));
  }

  @Post('sign-in/:uid/passkey')
  signInWithPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signInWithPasskey(this.#visit(request, response));
  }

  @Post('sign-in/:uid/sign-out')
  signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    return signOut(this.#visit(request, response));
  }

  @Post('sign-in/:uid/continue')
  allow(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answerSignIn(this.#visit(request, response), uidOf(request), true);
  }

  @Post('sign-in/:uid/decline')
  decline(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answerSignIn(this.#visit(request, response), uidOf(request), false);
  }

  #visit(request: Request, response: Response): Visit {
    return openVisit(request, response, this.context, oauthSignInPath(uidOf(request)));
  }
}

function uidOf({ params }: Request): string {
  const { uid } = params;
  if (typeof uid !== 'string' || !UID.test(uid)) throw new PageError('linkUnknown', 404);
  return uid;
}
