import type { Response } from 'express';
import type { Page } from '../rendering/pages.ts';
import { renderPage } from '../rendering/render-page.ts';
import type { Visit } from './open-visit.ts';

const POLICY = 'Content-Security-Policy';
/** Pages that ask the browser for a passkey. No other page of a PSU runs a script. */
const PAGES_WITH_SCRIPT: readonly Page['name'][] = ['passkey', 'add-passkey'];

/** `formTargets`: where the browser may be redirected to after a form of this page, besides the portal. */
export function sendPage(
  { response, visitor, context }: Visit,
  { name, page }: Page,
  formTargets: readonly string[] = [],
): void {
  if (formTargets.length > 0) allowFormTargets(response, formTargets);
  if (PAGES_WITH_SCRIPT.includes(name)) allowOwnScript(response);
  response.type('html').send(renderPage(name, page, visitor, context));
}

function allowFormTargets(response: Response, targets: readonly string[]): void {
  const policy = String(response.getHeader(POLICY));
  response.setHeader(POLICY, policy.replace("form-action 'self'", `form-action 'self' ${targets.join(' ')}`));
}

/** A script of the portal's own, from a file. `asks`: it may ask the portal. */
export function allowOwnScript(response: Response, { asks = false } = {}): void {
  const more = asks ? ";connect-src 'self'" : '';
  response.setHeader(POLICY, `${String(response.getHeader(POLICY))};script-src 'self'${more}`);
}
