import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { answerDevice, readDevice } from '@xs2a/contracts';
import type { Request, Response } from 'express';
import { noticeOf } from '../approval/page-of-view.ts';
import { readSaid, say, toStep, visitToken } from '../approval/show-step.ts';
import { PortalRoom } from '../context.ts';
import { formatInstant } from '../rendering/formats.ts';
import { renderPage } from '../rendering/render-page.ts';
import { openVisit, type Visit } from '../visits/open-visit.ts';
import { PageTrouble } from '../visits/page-error.ts';
import { devicePath, inboxPath } from '../visits/paths.ts';
import { sandboxPsu } from './sandbox-psu.ts';

const AUTHORISATION_ID = /^[A-Za-z0-9._~-]{1,100}$/;

/** What the app of a bank asks on a telephone. Absent outside of the sandbox. */
@Controller('sandbox/device/:psuId')
export class DeviceController {
  readonly #room: PortalRoom;

  constructor(@Inject(PortalRoom) room: PortalRoom) {
    this.#room = room;
  }

  /** A page for browsers, what waits as JSON for everything else. */
  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const psuId = sandboxPsu(request, this.#room);
    const { prompts } = await this.#room.bus.ask(readDevice, { psuId });
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') {
      response.json(prompts);
      return;
    }
    const visit = openVisit(request, response, this.#room, devicePath(psuId));
    const { visitor, path } = visit;
    const { timeZone } = this.#room.profile;
    const shown = prompts.map(({ authorisationId, at, text }) => ({
      text,
      at: formatInstant(at, visitor.language, timeZone),
      action: `${path}/${encodeURIComponent(authorisationId)}`,
    }));
    const notice = noticeOf({}, readSaid(visit), visitor);
    const page = { psuId, prompts: shown, action: path, token: visitToken(visit), inboxHref: inboxPath(psuId) };
    const html = renderPage('sandbox-device', { ...page, ...(notice && { notice }) }, visitor, this.#room);
    response.type('html').send(html);
  }

  /** The form of the page, or `{ "approve": true | false }` of a program. */
  @Post(':authorisationId')
  @HttpCode(200)
  async answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const psuId = sandboxPsu(request, this.#room);
    const { authorisationId } = request.params;
    if (typeof authorisationId !== 'string' || !AUTHORISATION_ID.test(authorisationId)) {
      throw new PageTrouble('promptGone', 404);
    }
    const isProgram = Boolean(request.is('application/json'));
    const visit = isProgram ? undefined : openVisit(request, response, this.#room, devicePath(psuId));
    const approve = readAnswer(request);
    const { answered } = await this.#room.bus.ask(answerDevice, { psuId, authorisationId, approve });
    if (visit !== undefined) return sayAnswered(visit, answered, approve);
    if (!answered) throw new PageTrouble('promptGone', 404);
    response.json({ answered });
  }
}

/** A yes must be said: anything that is no clear answer is refused. */
function readAnswer(request: Request): boolean {
  const { approve } = (request.body ?? {}) as Record<string, unknown>;
  if (approve === true || approve === 'true') return true;
  if (approve === false || approve === 'false') return false;
  throw new PageTrouble('inputInvalid', 400);
}

function sayAnswered(visit: Visit, answered: boolean, approve: boolean): void {
  const word = approve ? 'promptApproved' : 'promptDeclined';
  say(visit, { word: answered ? word : 'promptGone' });
  toStep(visit);
}
