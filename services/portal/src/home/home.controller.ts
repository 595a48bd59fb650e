import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PortalRoom } from '../context.ts';
import { renderPage } from '../rendering/render-page.ts';
import { HAVE_DEVICE, SAMPLE_PSUS } from '../sandbox/test-users.ts';
import { devicePath, inboxPath } from '../visits/paths.ts';
import { receiveVisitor } from '../visits/visitor.ts';

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
          inboxHref: inboxPath(psuId),
          ...(HAVE_DEVICE.includes(psuId) && { deviceHref: devicePath(psuId) }),
        }))
      : [];
    response.type('html').send(renderPage('home', { samples }, visitor, this.#room));
  }
}
