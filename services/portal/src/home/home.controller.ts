import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { renderPage } from '../rendering/render-page.ts';
import { receiveVisitor } from '../visits/receive-visitor.ts';

@Controller()
export class HomeController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const visitor = receiveVisitor(request, response, this.context);
    const more = this.context.extension?.homePart(visitor.language) ?? '';
    response.type('html').send(renderPage('home', { more }, visitor, this.context));
  }
}
