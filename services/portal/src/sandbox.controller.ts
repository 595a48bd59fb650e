import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { readInbox } from '@xs2a/contracts';
import type { Request, Response } from 'express';
import { formatInstant } from './formats.ts';
import { renderPage } from './render-page.ts';
import { PortalRoom } from './room.ts';
import { PageTrouble } from './trouble.ts';
import { receiveVisitor } from './visitor.ts';

const PSU_ID = /^[\x21-\x7e]{1,100}$/;

/** What a bank would send to a telephone. Absent outside of the sandbox. */
@Controller('sandbox/inbox/:psuId')
export class SandboxController {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  /** A page for browsers, the messages as JSON for everything else. */
  @Get()
  async inbox(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { psuId } = request.params;
    const room = this.#room;
    if (!room.isSandbox || typeof psuId !== 'string' || !PSU_ID.test(psuId)) throw new PageTrouble('notFound', 404);
    const { messages } = await room.bus.ask(readInbox, { psuId });
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') {
      response.json(messages);
      return;
    }
    const visitor = receiveVisitor(request, response, room);
    const { timeZone } = room.profile;
    const shown = messages.map((message) => ({
      ...message,
      at: formatInstant(message.at, visitor.language, timeZone),
    }));
    response.type('html').send(renderPage('inbox', { psuId, messages: shown }, visitor, room));
  }
}
