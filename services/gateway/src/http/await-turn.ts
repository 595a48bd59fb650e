import { isIP } from 'node:net';
import { Xs2aError } from '@xs2a/contracts';
import type { NextFunction, Request, Response } from 'express';
import type { GatewayContext } from '../context.ts';
import type { Call } from '../request/call.ts';

/** Value of Retry-After for a refused TPP, whose requests have already waited for a second. */
const RETRY_AFTER_SECONDS = 2;
/**
 * Time for which a request stays in progress after its caller disconnected. Its processing goes on; otherwise a caller that
 * disconnects at once would have no requests in progress, however many it sends.
 */
const DISCONNECTED_REQUEST_MS = 1_000;
/**
 * Callers without a certificate are identified by address and limited to the fair rate, except here: PSU browsers have no
 * certificate, and many may share the address of one proxy.
 */
const OAUTH = '/oauth';

/**
 * Makes a request wait for its caller's turn before anything is parsed, verified or looked up. A waiting request costs a timer; a
 * refused one is answered here.
 */
export function awaitTurn({
  fairShare,
  callers,
}: Pick<GatewayContext, 'fairShare'> & { readonly callers: Pick<GatewayContext['callers'], 'callerOf'> }) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const call = request as unknown as Call;
    const caller = callers.callerOf(call);
    call.caller = caller;
    const { waitMs, refused } = fairShare.enter(caller, {
      bytes: Number(request.headers['content-length']) || 0,
      changes: request.method !== 'GET',
      isCapped: isIP(caller) !== 0 && !request.path.startsWith(OAUTH),
    });
    response.once('close', () => {
      if (response.writableFinished) fairShare.leave(caller);
      else setTimeout(() => fairShare.leave(caller), DISCONNECTED_REQUEST_MS).unref();
    });
    if (!refused && waitMs === 0) return next();
    // Answering that many requests would itself slow down other callers.
    if (refused && waitMs === 0) return void request.socket.destroy();
    const turn = setTimeout(() => {
      next(refused ? new Xs2aError('rateExceeded', { retryAfterSeconds: RETRY_AFTER_SECONDS }) : undefined);
    }, waitMs);
    response.once('close', () => clearTimeout(turn));
  };
}
