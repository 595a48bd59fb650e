import type { RequestHandler } from 'express';
import { KEYS_USED_MS, type PasswordKeys } from './password-keys.ts';

/** Serves the key set publicly. TPPs may cache it as long as this gateway uses it. */
export function servePasswordKeys(keys: PasswordKeys): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' || request.path !== '/') {
      next();
      return;
    }
    keys.read().then((found) => {
      response.setHeader('Cache-Control', `public, max-age=${KEYS_USED_MS / 1_000}`);
      response.type('application/jwk-set+json').send(JSON.stringify(found));
    }, next);
  };
}

/**
 * Waits for sca before the first answer that may link to a password: services start together, and an answer without the link
 * would mean that the bank has no keys. If sca is unavailable the answer has no such link.
 */
export function awaitPasswordKeys(keys: PasswordKeys): RequestHandler {
  return ({ method }, _, next) => {
    const answer = method === 'GET' || method === 'HEAD' ? undefined : keys.firstAnswer();
    if (answer === undefined) next();
    else void answer.then(() => next());
  };
}
