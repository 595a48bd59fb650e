import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  addWorkspacePsus,
  createWorkspace,
  deleteWorkspace,
  issueWorkspaceCertificate,
  readWorkspace,
  resetWorkspace,
  simulateInWorkspace,
  type Workspace,
} from '@xs2a/contracts';
import { issueFormToken, openVisit, type PortalContext, type Visit } from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { DEVELOPER, sendSandboxPage } from '../rendering/render-sandbox-page.ts';
import { DeveloperError, problemOf, tellWhen } from './answer-developer.ts';
import { readPsuForm, readSimulationForm, readWorkspaceForm } from './read-workspace-form.ts';
import { dropWorkspaceKey, fromAddress, isKey, keepWorkspaceKey, workspaceKeyOf } from './workspace-key.ts';

const WORKSPACE_PATH = '/sandbox/workspace';

/** Confirmations on the page after a redirect. */
const SAID = new Map([
  ['created', 'Your sandbox is ready. Download a certificate next.'],
  ['added', 'The PSU was added.'],
  ['reset', 'All accounts have begun anew.'],
  ['done', 'It has happened.'],
  ['nothing', 'There was nothing open.'],
  ['underWay', 'The days pass. Not all of what is due on them has happened yet.'],
]);

/** The sandbox of a developer as a page: English as all documentation of developers, and without a script. */
@Controller(WORKSPACE_PATH)
export class WorkspacePageController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async (visit) => {
      const word = request.query['said'];
      const said = SAID.get(typeof word === 'string' ? word : '');
      await this.#send(visit, said === undefined ? undefined : { text: said, isProblem: false, isOfInput: false });
    });
  }

  @Post()
  @HttpCode(200)
  create(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async () => {
      const { key } = await this.context.bus.ask(createWorkspace, {
        ...readWorkspaceForm(request),
        ...fromAddress(request),
      });
      keepWorkspaceKey(response, this.context, key);
      goOn(response, 'created');
    });
  }

  @Post('open')
  @HttpCode(200)
  open(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async () => {
      const key: unknown = (request.body as { key?: unknown }).key;
      if (!isKey(key)) throw new DeveloperError(400, 'this is no key of a sandbox');
      await this.context.bus.ask(readWorkspace, { key });
      keepWorkspaceKey(response, this.context, key);
      goOn(response);
    });
  }

  @Post('psus')
  @HttpCode(200)
  addPsus(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async (_, key) => {
      await this.context.bus.ask(addWorkspacePsus, { key, psu: readPsuForm(request) });
      goOn(response, 'added');
    });
  }

  /** A file with the private key, the certificate and its authority, as curl reads it. */
  @Post('certificate')
  @HttpCode(200)
  certificate(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async (_, key) => {
      const kind = (request.body as { kind?: unknown }).kind === 'qseal' ? 'qseal' : 'qwac';
      const issued = await this.context.bus.ask(issueWorkspaceCertificate, { key, kind });
      response.attachment(`tpp-${kind}.pem`).type('application/x-pem-file');
      response.send(issued.key + issued.certificate + issued.authority);
    });
  }

  @Post('simulate')
  @HttpCode(200)
  simulate(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async (_, key) => {
      const { workspace } = await this.context.bus.ask(readWorkspace, { key });
      const accounts = workspace.psus.flatMap((psu) => psu.accounts);
      const currencyOf = (iban: string) => accounts.find((account) => account.iban === iban)?.currency;
      const simulation = readSimulationForm(request, currencyOf);
      const { done } = await this.context.bus.ask(simulateInWorkspace, { key, simulation });
      const isUnderWay = !done && simulation.what === 'daysPass';
      goOn(response, done ? 'done' : isUnderWay ? 'underWay' : 'nothing');
    });
  }

  @Post('reset')
  @HttpCode(200)
  reset(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async (_, key) => {
      await this.context.bus.ask(resetWorkspace, { key });
      goOn(response, 'reset');
    });
  }

  @Post('delete')
  @HttpCode(200)
  delete(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async (_, key) => {
      if ((request.body as { sure?: unknown }).sure !== 'yes') throw new DeveloperError(400, 'tick the box to delete');
      await this.context.bus.ask(deleteWorkspace, { key });
      dropWorkspaceKey(response, this.context);
      goOn(response);
    });
  }

  @Post('leave')
  @HttpCode(200)
  leave(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#page(request, response, async () => {
      dropWorkspaceKey(response, this.context);
      goOn(response);
    });
  }

  /** Faults are shown on the page itself. */
  async #page(request: Request, response: Response, work: (visit: Visit, key: string) => Promise<void>): Promise<void> {
    const opened = openVisit(request, response, this.context, WORKSPACE_PATH);
    const visit = { ...opened, visitor: DEVELOPER };
    try {
      await work(visit, workspaceKeyOf(request, this.context) ?? '');
    } catch (error) {
      const { status, detail } = problemOf(error);
      if (status >= 500 && status !== 503) throw error;
      response.status(status);
      tellWhen(response, error);
      await this.#send(visit, { text: `That was not possible: ${detail}.`, isProblem: true, isOfInput: false });
    }
  }

  async #send(visit: Visit, notice?: { text: string; isProblem: boolean; isOfInput: boolean }): Promise<void> {
    const key = workspaceKeyOf(visit.request, this.context);
    const workspace = key === undefined ? undefined : await this.#read(key);
    const shared = { action: WORKSPACE_PATH, token: issueFormToken(visit), ...(notice && { notice }) };
    if (key === undefined || workspace === undefined) return sendSandboxPage(visit, 'workspace-start', shared);
    const firstIban = workspace.psus.flatMap(({ accounts }) => accounts).find(({ iban }) => iban !== undefined)?.iban;
    sendSandboxPage(visit, 'workspace', { ...shared, workspace, key, firstIban: firstIban ?? '' });
  }

  /** Undefined where the key of the cookie opens nothing any more. */
  async #read(key: string): Promise<Workspace | undefined> {
    try {
      return (await this.context.bus.ask(readWorkspace, { key })).workspace;
    } catch (error) {
      if (problemOf(error).status === 404) return undefined;
      throw error;
    }
  }
}

function goOn(response: Response, said?: string): void {
  response.redirect(303, said === undefined ? WORKSPACE_PATH : `${WORKSPACE_PATH}?said=${said}`);
}
