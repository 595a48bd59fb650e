import { createHash } from 'node:crypto';
import { openApiOfThisBank } from '@xs2a/developer-pages';
import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.ts';
import { readOpenApi } from '../published-files.ts';
import { offeredOpenApi } from './offered-openapi.ts';

const ADDRESS = '/openapi.json';
const CACHED_SECONDS = 3_600;

/** Serves the OpenAPI document of this bank to anybody. */
export function serveOpenApi({ profile, config, sandboxIdentity }: GatewayContext): RequestHandler {
  const offered = offeredOpenApi(readOpenApi(), profile);
  const document = sandboxIdentity ? offered : openApiOfThisBank(offered, config.PORTAL_URL.replace(/\/$/, ''));
  // Without indentation the text is half as long.
  const text = JSON.stringify(document);
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
