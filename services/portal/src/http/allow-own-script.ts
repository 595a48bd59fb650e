import type { Response } from 'express';

const POLICY = 'Content-Security-Policy';

/** Lets this one page run the script of the portal itself. All others run none. */
export function allowOwnScript(response: Response): void {
  response.setHeader(POLICY, `${String(response.getHeader(POLICY))};script-src 'self'`);
}
