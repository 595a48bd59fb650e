import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { readInbox } from '@xs2a/contracts';
import type { Request, Response } from 'express';
import { PortalRoom } from '../context.ts';
import { formatInstant } from '../rendering/formats.ts';
import { renderPage } from '../rendering/render-page.ts';
import { devicePath } from '../visits/paths.ts';
import { receiveVisitor } from '../visits/visitor.ts';
import { sandboxPsu } from './sandbox-psu.ts';

/** What a bank would send to a telephone. Absent outside of the sandbox. */
@Controller('sandbox/inbox/:psuId')
export class InboxController {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  /** A page for browsers, the messages as JSON for everything else. */
  @Get()
  async inbox(@Req() request: Request, @Res() response: Response): Promise<void> {
    const room = this.#room;
    const psuId = sandboxPsu(request, room);
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
    const page = { psuId, messages: shown, deviceHref: devicePath(psuId) };
    response.type('html').send(renderPage('inbox', page, visitor, room));
  }
}
