import type { Response } from 'express';
import type { Page } from '../rendering/pages.ts';
import { renderPage } from '../rendering/render-page.ts';
import type { Visit } from './open-visit.ts';

const POLICY = 'Content-Security-Policy';
/** Pages that ask the browser for a passkey. No other page of a PSU runs a script. */
const PAGES_WITH_SCRIPT: readonly Page['name'][] = ['passkey', 'add-passkey'];

/** Sends a page. `formTargets`: addresses outside the portal to which a form of this page may redirect. */
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

/** Permits one of the portal's own scripts, from a file. `asks`: the script may send requests to the portal. */
export function allowOwnScript(response: Response, { asks = false } = {}): void {
  const more = asks ? ";connect-src 'self'" : '';
  response.setHeader(POLICY, `${String(response.getHeader(POLICY))};script-src 'self'${more}`);
}
