import { createHash } from 'node:crypto';
import type { Kit } from '@xs2a/service-kit';
import type { RequestHandler } from 'express';
import { offeredInterface } from './docs/offered-interface.ts';
import { readInterface } from './docs/published.ts';

const ADDRESS = '/openapi.json';
const CACHED_SECONDS = 3_600;

/** Answers with the published interface, as this bank offers it: to anybody, for it holds nothing that is not in the repository. */
export function publishInterface({ profile }: Pick<Kit, 'profile'>): RequestHandler {
  // Without the spaces it is half as long.
  const text = JSON.stringify(offeredInterface(readInterface(), profile));
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.path !== ADDRESS) return next();
    response.set({
      'Cache-Control': `public, max-age=${CACHED_SECONDS}`,
      'Access-Control-Allow-Origin': '*',
      ETag: tag,
    });
    if (request.headers['if-none-match'] === tag) return void response.status(304).end();
    response.type('application/json').send(text);
  };
}
