import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AspspProfile } from '@xs2a/contracts';
import type { PageStyle } from '@xs2a/page-style';
import type { Request, RequestHandler, Response } from 'express';
import { type Asset, assetsOf, COLLECTION, type ReadPublished } from './assets.ts';
import { collectionFor } from './bank/bank-documents.ts';
import { asOfThisBank } from './bank/bank-examples.ts';
import { dayFrom } from './days/day-from.ts';
import type { ErrorBody } from './describe-errors.ts';
import { originOf, tlsOriginOf } from './origin-of.ts';
import type { Reader } from './reader.ts';
import type { OpenApi } from './reference/open-api.ts';
import { renderNotFound, renderPage } from './render-page.ts';
import { LANGUAGES } from './samples/languages.ts';
import { sampleProgram } from './samples/sample-programs.ts';
import { searchIndex } from './search-index.ts';

/** What the pages show of the bank, and where they get it from. */
export interface DeveloperPagesOptions {
  readonly profile: AspspProfile;
  readonly style: PageStyle;
  /** The pages show test users and test TPPs, and commands need no certificate. */
  readonly isSandbox: boolean;
  readonly portalUrl: string;
  /** Port of the listener with mutual TLS, if this service has one. */
  readonly tlsPort?: number | undefined;
  readonly now: () => Date;
  readonly openApi: OpenApi;
  readonly errorBody: ErrorBody;
  readonly readPublished: ReadPublished;
}

const BASE = '/docs';
const SEARCH_INDEX = '/assets/search-index.js';
/** The reader names the address, so that a few are kept. */
const SEARCH_INDEXES_MAX = 8;
const ASSETS_CACHED_SECONDS = 3_600;
/** Compression does not shrink smaller bodies. */
const GZIP_BYTES_MIN = 1_024;

/** Scripts and styles come from this origin, none is inline, and the reference sends its requests to this origin only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join(';');
/** A diagram carries the styles of its two colour schemes inline. */
const IMAGE_POLICY = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'";

interface Prepared {
  readonly tag: string;
  readonly plain: Buffer;
  readonly gzipped?: Buffer;
}

/** Serves `/docs` to anybody, and redirects browsers that ask for `/`. Every other address goes to the next handler. */
export function developerPages(options: DeveloperPagesOptions): RequestHandler {
  const assets = assetsOf(options.readPublished, options.style);
  const prepared = new Map<string, Prepared>();
  const searchIndexOf = keepSearchIndexes();
  const portalUrl = options.portalUrl.replace(/\/$/, '');
  const readerOf = (request: Request): Reader => ({
    ...options,
    portalUrl,
    origin: originOf(request),
    tlsOrigin: tlsOriginOf(request, options.tlsPort),
    today: options.now(),
  });

  return (request, response, next) => {
    const { method, path } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (path === '/' && isRead && acceptsHtml(request)) return response.vary('Accept').redirect(302, BASE);
    if (path !== BASE && !path.startsWith(`${BASE}/`)) return next();
    response.set({
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    if (!isRead) return void response.status(405).set('Allow', 'GET, HEAD').end();
    const below = path.slice(BASE.length);
    if (below === '/') return response.redirect(308, BASE);
    const asset = assets.get(below);
    if (asset !== undefined) return sendAsset(request, response, asset, prepareOnce(prepared, below, asset));
    if (below === SEARCH_INDEX) {
      response.type('text/javascript').set('Cache-Control', 'private, no-cache').vary('Accept-Encoding');
      return send(request, response, searchIndexOf(readerOf(request)));
    }
    if (below === `/${COLLECTION}`) {
      response.type('application/json').attachment(basename(COLLECTION));
      response.set('Cache-Control', 'private, no-cache').vary('Accept-Encoding');
      const collection = collectionFor(options.readPublished(COLLECTION), readerOf(request));
      return send(request, response, prepare(Buffer.from(collection)));
    }
    const language = LANGUAGES.find(({ file }) => below === `/samples/${file}`);
    if (language !== undefined) {
      const reader = readerOf(request);
      const program = sampleProgram(language, reader);
      response.type('text/plain').set('Cache-Control', 'private, no-cache').vary('Accept-Encoding');
      return send(
        request,
        response,
        prepare(Buffer.from(reader.isSandbox ? program : asOfThisBank(program, portalUrl))),
      );
    }
    const page = renderPage(below, readerOf(request));
    response.type('html').set('Cache-Control', 'private, no-cache').vary('Accept-Encoding');
    if (page === undefined) response.status(404);
    send(request, response, prepare(Buffer.from(page ?? renderNotFound(readerOf(request)))));
  };
}

/** The index is made once a day for each address that readers use, not for each page that they open. */
function keepSearchIndexes(): (reader: Reader) => Prepared {
  const kept = new Map<string, Prepared>();
  return (reader) => {
    const key = `${reader.origin} ${reader.tlsOrigin} ${dayFrom(reader, 0)}`;
    const known = kept.get(key) ?? prepare(Buffer.from(searchIndex(reader)));
    kept.delete(key);
    kept.set(key, known);
    const [oldest] = kept.keys();
    if (kept.size > SEARCH_INDEXES_MAX && oldest !== undefined) kept.delete(oldest);
    return known;
  };
}

function sendAsset(request: Request, response: Response, asset: Asset, prepared: Prepared): void {
  if (asset.type === 'image/svg+xml') response.set('Content-Security-Policy', IMAGE_POLICY);
  response.type(asset.type).set('Cache-Control', `public, max-age=${ASSETS_CACHED_SECONDS}`).vary('Accept-Encoding');
  send(request, response, prepared);
}

function send(request: Request, response: Response, { tag, plain, gzipped }: Prepared): void {
  response.set('ETag', tag);
  if (response.statusCode === 200 && request.headers['if-none-match'] === tag) {
    return void response.status(304).end();
  }
  const isGzipped = gzipped !== undefined && request.acceptsEncodings('gzip') === 'gzip';
  if (isGzipped) response.set('Content-Encoding', 'gzip');
  response.send(isGzipped ? gzipped : plain);
}

/** Assets are read and compressed at the first request and kept in memory. */
function prepareOnce(prepared: Map<string, Prepared>, path: string, asset: Asset): Prepared {
  const known = prepared.get(path) ?? prepare(asset.read());
  prepared.set(path, known);
  return known;
}

function prepare(plain: Buffer): Prepared {
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { tag, plain, ...(plain.length >= GZIP_BYTES_MIN && { gzipped: gzipSync(plain) }) };
}

/** Browsers name HTML. Programs that accept anything are not redirected. */
function acceptsHtml(request: Request): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
