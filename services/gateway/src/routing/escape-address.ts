import type { NextFunction, Request, Response } from 'express';
import type { Call } from '../request/call.ts';

/**
 * Escapes the percent signs of an address with invalid percent-encoding. Otherwise the router fails to decode its parameters
 * before any check; now the request is checked like any other, and refused by `readableAddress`.
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
