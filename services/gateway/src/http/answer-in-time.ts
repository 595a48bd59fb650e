import { Xs2aError } from '@xs2a/contracts';
import type { RequestContext } from '@xs2a/service-kit';
import type { Request, Response } from 'express';

/** Milliseconds after a request was read until it is looked at: within them every outage has been noticed. */
const LOOK_AFTER_MS = 2_900;
const LOOK_EVERY_MS = 100;
/** Milliseconds without a sign of life after which nobody works on a request any more. */
const PULSELESS_MS = 1_000;

/** Answers a request with an error. */
export type Refuse = (error: Xs2aError, request: Request, response: Response) => void;

/**
 * Answers a request that nobody works on any more, whatever it waits for. A long one that a service works on has signs of
 * life, and is waited for. What was begun is finished: the TPP that repeats its request gets the result.
 */
export function answerInTime(
  request: Request,
  response: Response,
  { context, refuse }: { context: RequestContext; refuse: Refuse },
): void {
  let readAt: number | undefined;
  const look = (): void => {
    if (response.headersSent) return;
    const now = Date.now();
    if (request.complete) readAt ??= now;
    const isDue = readAt !== undefined && now - (context.pulse?.at ?? 0) >= PULSELESS_MS;
    if (isDue) refuse(new Xs2aError('serviceUnavailable', { cause: new Error('no sign of life') }), request, response);
    else timer = setTimeout(look, readAt === undefined ? LOOK_AFTER_MS : LOOK_EVERY_MS);
  };
  let timer = setTimeout(look, LOOK_AFTER_MS);
  response.once('close', () => clearTimeout(timer));
}
