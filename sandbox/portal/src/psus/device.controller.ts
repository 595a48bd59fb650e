import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { answerDevice, readDevice } from '@xs2a/contracts';
import {
  formatInstant,
  issueFormToken,
  keepTogether,
  type Notice,
  openVisit,
  PageError,
  type PortalContext,
  type Visitor,
  withQuery,
} from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { sendSandboxPage } from '../rendering/render-sandbox-page.ts';
import { SANDBOX_WORDS } from '../words/languages.ts';
import { withWorkspaceKey } from '../workspaces/workspace-key.ts';
import { devicePath, inboxPath } from './paths.ts';
import { sandboxPsu } from './sandbox-psu.ts';

const AUTHORISATION_ID = /^[A-Za-z0-9._~-]{1,100}$/;

/** The requests that a bank's app shows on a phone. In the sandbox only. */
@Controller('sandbox/device/:psuId')
export class DeviceController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  /** A page for browsers, JSON for other clients. */
  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const psuId = sandboxPsu(request);
    const { prompts } = await this.context.bus.ask(readDevice, { psuId, ...withWorkspaceKey(request, this.context) });
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') {
      response.json(prompts);
      return;
    }
    const visit = openVisit(request, response, this.context, devicePath(psuId));
    const { visitor, path } = visit;
    const { timeZone } = this.context.profile;
    const shown = prompts.map(({ authorisationId, at, text, offeredAccounts = [] }) => ({
      text: keepTogether(text),
      at: formatInstant(at, visitor.language, timeZone),
      action: `${path}/${encodeURIComponent(authorisationId)}`,
      accounts: offeredAccounts.map(({ key, name, reference }) => ({ key, name, iban: reference.iban })),
    }));
    const notice = noticeOf(request, visitor);
    const page = { psuId, prompts: shown, action: path, token: issueFormToken(visit), inboxHref: inboxPath(psuId) };
    sendSandboxPage(visit, 'sandbox-device', { ...page, ...(notice && { notice }) });
  }

  /** Accepts the form of the page, or `{ "approve": true | false, "account": "…" }` from a program. */
  @Post(':authorisationId')
  @HttpCode(200)
  async answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const psuId = sandboxPsu(request);
    const { authorisationId } = request.params;
    if (typeof authorisationId !== 'string' || !AUTHORISATION_ID.test(authorisationId)) {
      throw new PageError('notFound', 404);
    }
    const isProgram = Boolean(request.is('application/json'));
    const visit = isProgram ? undefined : openVisit(request, response, this.context, devicePath(psuId));
    const approve = readApproval(request);
    const { answered } = await this.context.bus.ask(answerDevice, {
      psuId,
      authorisationId,
      approve,
      ...readAccount(request),
      ...withWorkspaceKey(request, this.context),
    });
    const given = approve ? 'approved' : 'declined';
    // Another answer came before, or the request has ended.
    const outcome = answered ? given : 'gone';
    if (visit !== undefined) return response.redirect(303, withQuery(devicePath(psuId), { outcome }));
    if (answered) response.json({ answered });
    else response.status(404).json({ status: 404, title: 'Not found', detail: SANDBOX_WORDS.en.device.outcomes.gone });
  }
}

/** Says on the page what the last answer led to. */
function noticeOf({ query }: Request, { language }: Visitor): Notice | undefined {
  const { outcomes } = SANDBOX_WORDS[language].device;
  const [outcome, text] = Object.entries(outcomes).find(([one]) => one === query['outcome']) ?? [];
  return text === undefined ? undefined : { text, isProblem: outcome === 'gone', isOfInput: false };
}

/** The key of the account that pays, where the prompt offers several. */
function readAccount(request: Request): { account?: string } {
  const { account } = (request.body ?? {}) as Record<string, unknown>;
  return typeof account === 'string' ? { account } : {};
}

/** Rejects anything but a clear yes or no. */
function readApproval(request: Request): boolean {
  const { approve } = (request.body ?? {}) as Record<string, unknown>;
  if (approve === true || approve === 'true') return true;
  if (approve === false || approve === 'false') return false;
  throw new PageError('inputInvalid', 400);
}
