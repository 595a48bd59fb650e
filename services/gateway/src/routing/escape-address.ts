import type { NextFunction, Request, Response } from 'express';
import type { Call } from '../request/call.ts';

/**
 * An address whose percent-encoding is invalid has no route: the router fails while it decodes the parameters, before any check.
 * With its percent signs escaped the request is checked like every other, and refused by `readableAddress`.
 */
export function escapeAddress(request: Request, _: Response, next: NextFunction): void {
  const { path, url } = request;
  if (path.includes('%') && !isDecodable(path)) {
    (request as unknown as Call).isMisencoded = true;
    request.url = path.replaceAll('%', '%25') + url.slice(path.length);
  }
  next();
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
