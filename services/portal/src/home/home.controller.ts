import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { renderPage } from '../rendering/render-page.ts';
import { TEST_USERS, USERS_WITH_DEVICE } from '../sandbox/test-users.ts';
import { devicePath, inboxPath } from '../visits/paths.ts';
import { receiveVisitor } from '../visits/receive-visitor.ts';

@Controller()
export class HomeController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const visitor = receiveVisitor(request, response, this.context);
    const testUsers = this.context.isSandbox
      ? TEST_USERS.map((psuId) => ({
          psuId,
          who: visitor.words.testUsers[psuId],
          inboxHref: inboxPath(psuId),
          ...(USERS_WITH_DEVICE.includes(psuId) && { deviceHref: devicePath(psuId) }),
        }))
      : [];
    response.type('html').send(renderPage('home', { testUsers }, visitor, this.context));
  }
}
