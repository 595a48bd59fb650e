import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Kit } from '@xs2a/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import { type GatewayConfig, offersSandboxIdentity } from '../config.ts';
import { ASSETS, type Asset } from './assets.ts';
import { originOf } from './origin-of.ts';
import { type DocsReader, renderDocs, renderNothingHere } from './render-docs.ts';

const BASE = '/docs';
const ASSETS_CACHED_SECONDS = 3_600;
/** Smaller ones gain nothing. */
const GZIP_BYTES_MIN = 1_024;

/**
 * Scripts and styles of this gateway alone, none inside a page, and requests to nobody else: trying out is of the same
 * origin. Pictures of the reader are data within its own style sheet.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join(';');
/** A diagram carries its two colour schemes in a style of its own. */
const PICTURE_POLICY = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'";

interface Ready {
  readonly tag: string;
  readonly plain: Buffer;
  readonly zipped?: Buffer;
}

/** The documentation for TPP developers, to anybody: it holds nothing that is not in the repository. */
export function offerDocs({ config, profile, now }: Kit<GatewayConfig>): RequestHandler {
  const assets = new Map<string, Ready>();
  const isSandbox = offersSandboxIdentity(config);
  const readerOf = (request: Request): DocsReader => ({
    origin: originOf(request),
    isSandbox,
    portalUrl: config.PORTAL_URL.replace(/\/$/, ''),
    today: now(),
    profile,
  });

  return (request, response, next) => {
    const { method, path } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (path === '/' && isRead && prefersPage(request)) return void response.vary('Accept').redirect(302, BASE);
    if (path !== BASE && !path.startsWith(`${BASE}/`)) return next();
    response.set({
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    if (!isRead) return void response.status(405).set('Allow', 'GET, HEAD').end();
    const below = path.slice(BASE.length);
    if (below === '/') return void response.redirect(308, BASE);
    const asset = ASSETS.get(below);
    if (asset !== undefined) return sendAsset(request, response, asset, readyOf(assets, below, asset));
    const page = renderDocs(below, readerOf(request));
    response.type('html').set('Cache-Control', 'private, no-cache').vary('Accept-Encoding');
    if (page === undefined) response.status(404);
    send(request, response, prepare(Buffer.from(page ?? renderNothingHere(readerOf(request)))));
  };
}

function sendAsset(request: Request, response: Response, asset: Asset, ready: Ready): void {
  if (asset.type === 'image/svg+xml') response.set('Content-Security-Policy', PICTURE_POLICY);
  if (asset.downloadAs !== undefined) response.attachment(asset.downloadAs);
  response.type(asset.type).set('Cache-Control', `public, max-age=${ASSETS_CACHED_SECONDS}`).vary('Accept-Encoding');
  send(request, response, ready);
}

function send(request: Request, response: Response, { tag, plain, zipped }: Ready): void {
  response.set('ETag', tag);
  if (response.statusCode === 200 && request.headers['if-none-match'] === tag) {
    return void response.status(304).end();
  }
  const isZipped = zipped !== undefined && request.acceptsEncodings('gzip') === 'gzip';
  if (isZipped) response.set('Content-Encoding', 'gzip');
  response.send(isZipped ? zipped : plain);
}

/** Assets are read and packed when they are first asked for, and kept. */
function readyOf(assets: Map<string, Ready>, path: string, asset: Asset): Ready {
  const known = assets.get(path) ?? prepare(asset.read());
  assets.set(path, known);
  return known;
}

function prepare(plain: Buffer): Ready {
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { tag, plain, ...(plain.length >= GZIP_BYTES_MIN && { zipped: gzipSync(plain) }) };
}

/** Browsers name HTML; programs that take anything are no browsers. */
function prefersPage(request: Request): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
