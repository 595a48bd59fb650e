import { isIP } from 'node:net';
import { Xs2aError } from '@xs2a/contracts';
import type { NextFunction, Request, Response } from 'express';
import type { GatewayContext } from '../context.ts';
import type { Call } from '../request/call.ts';

/** When a refused TPP should come back. Its requests have waited for a second already. */
const RETRY_AFTER_SECONDS = 2;
/**
 * Who leaves before the answer has its request in hand for so much longer: what was begun for it is finished all the same, and who
 * leaves at once would otherwise have nothing in hand, however many requests it sends.
 */
const LEFT_MS = 1_000;
/**
 * Who has shown no certificate is named by its address, and has the fair rate. The browsers of PSUs have none either, and many may
 * come from the address of one proxy.
 */
const OAUTH = '/oauth';

/**
 * Lets a request wait for the turn of its caller before anything is parsed, verified or looked up. A waiting request costs a
 * timer; a refused one is answered here.
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
      else setTimeout(() => fairShare.leave(caller), LEFT_MS).unref();
    });
    if (!refused && waitMs === 0) return next();
    // Answers to so many requests would themselves take the time of others.
    if (refused && waitMs === 0) return void request.socket.destroy();
    const turn = setTimeout(() => {
      next(refused ? new Xs2aError('rateExceeded', { retryAfterSeconds: RETRY_AFTER_SECONDS }) : undefined);
    }, waitMs);
    response.once('close', () => clearTimeout(turn));
  };
}
