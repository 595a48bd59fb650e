import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { type PortalContext } from '@xs2a/portal/extension';
import { CONTEXT } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { DEVELOPER, renderSandboxPage } from '../rendering/render-sandbox-page.ts';

/** A redirect address of a TPP is its own: this page only shows so much of what is in it. */
const PARAMETERS_MAX = 12;
const CHARACTERS_MAX = 500;
/** The parameter by which a TPP tells its TPP-Nok-Redirect-URI from its TPP-Redirect-URI in the examples. */
const DECLINED = 'declined';

/**
 * Stands in for the page of a TPP to which a browser returns after the approval. It explains what came back, and what the TPP does next.
 * The first journeys of a developer end here, in the sandbox alone.
 */
@Controller('sandbox/return')
export class TppReturnController {
  constructor(@Inject(CONTEXT) private readonly context: PortalContext) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const sent = Object.entries(request.query).flatMap(([name, value]) =>
      typeof value === 'string' && name !== DECLINED ? [{ name: cut(name), value: cut(value) }] : [],
    );
    const names = new Set(sent.map(({ name }) => name));
    const visitor = DEVELOPER;
    const page = {
      isDeclined: Object.hasOwn(request.query, DECLINED) || names.has('error'),
      parameters: sent.slice(0, PARAMETERS_MAX),
      hasState: names.has('state'),
      hasCode: names.has('code'),
    };
    response.type('html').send(renderSandboxPage('tpp-return', page, visitor, this.context));
  }
}

function cut(text: string): string {
  return text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text;
}
