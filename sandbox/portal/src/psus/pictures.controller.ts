import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { readInbox } from '@xs2a/contracts';
import { isReference, PageError, type PortalContext } from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { sandboxPsu } from './sandbox-psu.ts';

/** The picture of a challenge, to which `imageLink` leads (Implementation Guidelines, Challenge). In the sandbox only. */
@Controller('sandbox/pictures/:psuId/:challengeId')
export class PicturesController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  async picture(@Req() request: Request, @Res() response: Response): Promise<void> {
    const psuId = sandboxPsu(request);
    const { challengeId } = request.params;
    if (!isReference(challengeId)) throw new PageError('notFound', 404);
    const { image } = await this.context.bus.ask(readInbox, { psuId, challengeId });
    if (image === undefined) throw new PageError('notFound', 404);
    response.type('png').send(Buffer.from(image, 'base64'));
  }
}
