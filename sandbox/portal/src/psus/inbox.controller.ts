import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { readInbox } from '@xs2a/contracts';
import { formatInstant, keepTogether, type PortalContext, receiveVisitor } from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { renderSandboxPage } from '../rendering/render-sandbox-page.ts';
import { withWorkspaceKey } from '../workspaces/workspace-key.ts';
import { devicePath } from './paths.ts';
import { sandboxPsu } from './sandbox-psu.ts';

/** The messages that a bank would send to a phone. In the sandbox only. */
@Controller('sandbox/inbox/:psuId')
export class InboxController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  /** A page for browsers, JSON for other clients. `?authorisationId=` shows the messages of one authorisation. */
  @Get()
  async inbox(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { context } = this;
    const psuId = sandboxPsu(request);
    const { authorisationId } = request.query;
    const isOfOne = typeof authorisationId === 'string' && authorisationId !== '';
    const { messages } = await context.bus.ask(readInbox, {
      psuId,
      ...(isOfOne && { authorisationId }),
      ...withWorkspaceKey(request, context),
    });
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') {
      response.json(messages);
      return;
    }
    const visitor = receiveVisitor(request, response, context);
    const { timeZone } = context.profile;
    const shown = messages.map((message) => ({
      ...message,
      text: keepTogether(message.text),
      at: formatInstant(message.at, visitor.language, timeZone),
    }));
    const page = { psuId, messages: shown, deviceHref: devicePath(psuId) };
    response.type('html').send(renderSandboxPage('inbox', page, visitor, context));
  }
}
