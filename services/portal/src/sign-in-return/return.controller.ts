import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { BANK_SIGN_IN_RETURN_PATH, finishBankLogin, finishBankSignIn } from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { takeApprovalStep } from '../approval/take-approval-step.ts';
import { reportUnavailableProvider } from '../bank-sign-in/redirect-to-provider.ts';
import { type PendingSignIn, takePendingSignIn } from '../bank-sign-in/sign-in-cookie.ts';
import type { PortalContext } from '../context.ts';
import { takeLoginStep } from '../login/take-login-step.ts';
import { noteCookie, readCookie, visitCookie } from '../visits/cookies.ts';
import type { Visit } from '../visits/open-visit.ts';
import { PageError } from '../visits/page-error.ts';
import { referenceOf } from '../visits/paths.ts';
import { receiveVisitor } from '../visits/receive-visitor.ts';

const ANSWER_MAX = 8_192;

/** Return address for browsers from the bank's identity provider. Its `state` is not that of a TPP. */
@Controller(BANK_SIGN_IN_RETURN_PATH)
export class ReturnController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  async comeBack(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { context } = this;
    if (context.profile.psuSignIn === 'portal') throw new PageError('notFound', 404);
    const answer = request.originalUrl.slice(request.path.length + 1);
    const signIn = answer.length > ANSWER_MAX ? undefined : takePendingSignIn(request, response, context);
    if (signIn === undefined) throw new PageError('bankSignInOver', 400);
    const visit = visitOf(request, response, context, signIn);
    const { browserKey, page } = signIn;
    const { language } = visit.visitor;
    const answered = { browserKey, answer, language };
    const redirectReference = referenceOf(page);
    await reportUnavailableProvider(visit, () =>
      redirectReference === undefined
        ? takeLoginStep(visit, () => context.bus.ask(finishBankLogin, { page, ...answered }))
        : takeApprovalStep(visit, () => context.bus.ask(finishBankSignIn, { redirectReference, ...answered })),
    );
  }
}

/** Returns the visit of the page that the browser came from. It continues with the session of the sign-in. */
function visitOf(request: Request, response: Response, context: PortalContext, { page, state }: PendingSignIn): Visit {
  const { state: _ofProvider, ...visitor } = receiveVisitor(request, response, context);
  const cookieKey = referenceOf(page) ?? page;
  const visitCookieName = visitCookie(cookieKey, context.isSecure);
  const cookie = readCookie(request, visitCookieName);
  return {
    context,
    request,
    response,
    visitor: { ...visitor, ...(state !== undefined && { state }) },
    path: page,
    visitCookieName,
    noteCookieName: noteCookie(cookieKey, context.isSecure),
    ...(cookie !== undefined && { cookie }),
  };
}
