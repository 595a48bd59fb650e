import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  addWorkspacePsus,
  createWorkspace,
  deleteWorkspace,
  issueWorkspaceCertificate,
  PsuWish,
  readWorkspace,
  resetWorkspace,
  simulateInWorkspace,
  TppRole,
  WorkspaceSimulation,
  WorkspaceWish,
} from '@xs2a/contracts';
import { type PortalContext } from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { answerDeveloper, DeveloperError, readWish } from './answer-developer.ts';
import { answerRedirect, RedirectAnswer } from './answer-redirect.ts';
import { listRequests, readRequest } from './read-request-log.ts';
import { fromAddress, workspaceKeyOf } from './workspace-key.ts';

const CertificateWish = z.strictObject({
  kind: z.enum(['qwac', 'qseal']).default('qwac'),
  roles: z.array(TppRole).min(1).optional(),
});

/** The sandboxes of developers, for programs (decision 83). */
@Controller('sandbox/api/workspaces')
export class WorkspacesController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Post()
  create(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      const wish = { ...readWish(WorkspaceWish, request.body), ...fromAddress(request) };
      const created = await this.context.bus.ask(createWorkspace, wish);
      response.status(201).json(created);
    });
  }

  @Get('mine')
  read(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      response.json(await this.context.bus.ask(readWorkspace, { key: this.#key(request) }));
    });
  }

  @Delete('mine')
  delete(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      await this.context.bus.ask(deleteWorkspace, { key: this.#key(request) });
      response.status(204).end();
    });
  }

  @Post('mine/psus')
  addPsus(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      const psu = readWish(PsuWish, request.body);
      response.status(201).json(await this.context.bus.ask(addWorkspacePsus, { key: this.#key(request), psu }));
    });
  }

  @Post('mine/certificates')
  issue(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      const wish = readWish(CertificateWish, request.body);
      response
        .status(201)
        .json(await this.context.bus.ask(issueWorkspaceCertificate, { key: this.#key(request), ...wish }));
    });
  }

  @Post('mine/reset')
  @HttpCode(200)
  reset(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      response.json(await this.context.bus.ask(resetWorkspace, { key: this.#key(request) }));
    });
  }

  @Post('mine/simulations')
  @HttpCode(200)
  simulate(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      const simulation = readWish(WorkspaceSimulation, request.body);
      response.json(await this.context.bus.ask(simulateInWorkspace, { key: this.#key(request), simulation }));
    });
  }

  /** Approves or declines at the link of a redirect, as the PSU would in a browser. */
  @Post('mine/redirects')
  @HttpCode(200)
  answerRedirect(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      const wish = readWish(RedirectAnswer, request.body);
      response.json(await answerRedirect(this.context, this.#key(request), wish));
    });
  }

  /** Lists the TPP's requests, newest first, as the page of the log does. */
  @Get('mine/requests')
  listRequests(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      const { requests, more } = await listRequests(this.context, this.#key(request), request);
      response.json({ requests, more });
    });
  }

  @Get('mine/requests/:id')
  readRequest(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#answer(response, async () => {
      const read = await readRequest(this.context, this.#key(request), request.params['id']);
      if (read === undefined) throw new DeveloperError(404, 'your TPP has sent no request with this id');
      response.json(read);
    });
  }

  #answer(response: Response, work: () => Promise<void>): Promise<void> {
    return answerDeveloper(response, work);
  }

  #key(request: Request): string {
    const key = workspaceKeyOf(request, this.context);
    if (key === undefined) throw new DeveloperError(401, 'send the key of your sandbox: Authorization: Bearer …');
    return key;
  }
}
