import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { readPublished } from './docs/published.ts';

const ADDRESS = '/openapi.json';
const CACHED_SECONDS = 3_600;

/** Answers with the published interface: to anybody, for it holds nothing that is not in the repository. */
export function publishInterface(): RequestHandler {
  // Without the spaces it is half as long.
  const text = JSON.stringify(JSON.parse(readPublished('openapi.json').toString('utf8')));
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
