import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { renderPage } from './render-page.ts';
import { PortalRoom } from './room.ts';
import { SAMPLE_PSUS } from './sample-psus.ts';
import { receiveVisitor } from './visitor.ts';

@Controller()
export class HomeController {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const visitor = receiveVisitor(request, response, this.#room);
    const samples = this.#room.isSandbox
      ? SAMPLE_PSUS.map((psuId) => ({
          psuId,
          who: visitor.words.samplePsus[psuId],
          inboxHref: `/sandbox/inbox/${psuId}`,
        }))
      : [];
    response.type('html').send(renderPage('home', { samples }, visitor, this.#room));
  }
}
