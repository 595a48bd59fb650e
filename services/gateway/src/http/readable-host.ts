import { Xs2aError } from '@xs2a/contracts';
import type { NextFunction, Request, Response } from 'express';
import { headerOf } from '../request/call.ts';

const HOST = /^(?:[\w.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Refuses a `Host` that is not a host with an optional port (RFC 9110, 7.2), because later code could not form an address from it. */
export function readableHost(request: Request, _: Response, next: NextFunction): void {
  const host = headerOf(request, 'host');
  if (host === undefined || (HOST.test(host) && URL.canParse(`http://${host}`))) return next();
  next(
    new Xs2aError('headerInvalid', { path: 'Host', text: 'must be a host name or address, with its port or without' }),
  );
}
