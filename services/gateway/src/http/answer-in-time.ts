import { Xs2aError } from '@xs2a/contracts';
import type { RequestContext } from '@xs2a/service-kit';
import type { Request, Response } from 'express';

/** Milliseconds after which a request is first checked: enough time to notice any outage. */
const CHECK_AFTER_MS = 2_900;
const CHECK_EVERY_MS = 100;
/** Milliseconds without a sign of life after which no service is still working on a request. */
const SILENCE_MS_MAX = 1_000;

/** Answers a request with an error. */
export type SendError = (error: Xs2aError, request: Request, response: Response) => void;

/**
 * Answers 503 to a request that no service is working on any more. While a service works on it, heartbeats keep it waiting.
 * Started work is finished, so a TPP that repeats its request gets the result.
 */
export function answerInTime(
  request: Request,
  response: Response,
  { context, refuse }: { context: RequestContext; refuse: SendError },
): void {
  let readAt: number | undefined;
  const check = (): void => {
    if (response.headersSent) return;
    const now = Date.now();
    if (request.complete) readAt ??= now;
    const isDue = readAt !== undefined && now - (context.pulse?.at ?? 0) >= SILENCE_MS_MAX;
    if (isDue) refuse(new Xs2aError('serviceUnavailable', { cause: new Error('no sign of life') }), request, response);
    else timer = setTimeout(check, readAt === undefined ? CHECK_AFTER_MS : CHECK_EVERY_MS);
  };
  let timer = setTimeout(check, CHECK_AFTER_MS);
  response.once('close', () => clearTimeout(timer));
}
