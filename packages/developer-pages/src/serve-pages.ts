import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AspspProfile } from '@xs2a/contracts';
import type { PageStyle } from '@xs2a/page-style';
import type { Request, RequestHandler, Response } from 'express';
import { type Asset, assetsOf, COLLECTION, type ReadPublished } from './assets.ts';
import { collectionFor } from './bank/bank-documents.ts';
import { replaceSandboxExamples } from './bank/bank-examples.ts';
import { dayFrom } from './days/day-from.ts';
import type { ErrorBody } from './describe-errors.ts';
import type { Reader } from './reader.ts';
import type { OpenApi } from './reference/open-api.ts';
import { renderNotFound, renderPage } from './render-page.ts';
import { LANGUAGES } from './samples/languages.ts';
import { sampleProgram } from './samples/sample-programs.ts';
import { searchIndex } from './search-index.ts';

/** Facts about the bank for the pages, and their sources. */
export interface DeveloperPagesOptions {
  readonly profile: AspspProfile;
  readonly style: PageStyle;
  /** The pages show test users and test TPPs, and commands need no certificate. */
  readonly isSandbox: boolean;
  /** Address of the interface without certificate; behind a proxy or outside the sandbox, the address with mutual TLS. */
  readonly gatewayUrl: string;
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
/** Key of the page for unknown paths; no path below `/docs` can equal it. */
const NOT_FOUND = 'not found';
const ASSETS_CACHED = 'public, max-age=3600';
/** Pages contain current dates, so that browsers revalidate them with their tag. */
const PAGES_CACHED = 'private, no-cache';
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
/** A diagram contains the styles of its two colour schemes inline. */
const IMAGE_POLICY = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'";

/** Page or file below `/docs`. */
interface Document {
  readonly type: string;
  readonly cached: string;
  readonly read: () => Buffer | string;
  readonly policy?: string;
  /** File name for saving. */
  readonly fileName?: string;
}

/** A document in its sent form, compressed once. */
interface PreparedDocument extends Document {
  readonly status: number;
  readonly tag: string;
  readonly plain: Buffer;
  readonly gzipped?: Buffer;
}

/**
 * Serves `/docs` without authentication, and redirects browsers that ask for `/`. Passes all other addresses to the next handler.
 * Builds each document at most once a day, whatever is requested.
 */
export function developerPages(options: DeveloperPagesOptions): RequestHandler {
  const getDocument = documentCache(options);
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
    send(request, response, getDocument(below));
  };
}

/** Finds and caches documents by their path below `/docs`. Only caches existing ones, and one for all other paths. */
function documentCache(options: DeveloperPagesOptions): (path: string) => PreparedDocument {
  const portalUrl = options.portalUrl.replace(/\/$/, '');
  const returnAddress = options.isSandbox ? `${portalUrl}/sandbox/return` : 'https://tpp.example/ok';
  const addresses = { origin: options.gatewayUrl, tlsOrigin: tlsOriginOf(options), portalUrl, returnAddress };
  const assets = assetsOf(options.readPublished, options.style);
  const kept = new Map<string, PreparedDocument>();
  let keptOn = '';
  return (path) => {
    const reader: Reader = { ...options, ...addresses, today: options.now() };
    const day = dayFrom(reader, 0);
    if (day !== keptOn) kept.clear();
    keptOn = day;
    const document = kept.has(path)
      ? undefined
      : (assetAt(path, assets) ?? documentAt(path, reader, options.readPublished));
    const key = kept.has(path) || document !== undefined ? path : NOT_FOUND;
    const known = kept.get(key) ?? prepare(document ?? page(renderNotFound(reader)), key === NOT_FOUND ? 404 : 200);
    kept.set(key, known);
    return known;
  };
}

/** Address with mutual TLS on the host of the interface; behind a proxy it is the same. */
function tlsOriginOf({ gatewayUrl, tlsPort }: DeveloperPagesOptions): string {
  const { protocol, hostname } = new URL(gatewayUrl);
  return protocol === 'https:' || tlsPort === undefined ? gatewayUrl : `https://${hostname}:${tlsPort}`;
}

function assetAt(path: string, assets: ReadonlyMap<string, Asset>): Document | undefined {
  const asset = assets.get(path);
  if (asset === undefined) return undefined;
  return { ...asset, cached: ASSETS_CACHED, ...(asset.type === 'image/svg+xml' && { policy: IMAGE_POLICY }) };
}

function documentAt(path: string, reader: Reader, readPublished: ReadPublished): Document | undefined {
  if (path === SEARCH_INDEX) return { type: 'text/javascript', cached: PAGES_CACHED, read: () => searchIndex(reader) };
  if (path === `/${COLLECTION}`) {
    const read = (): string => collectionFor(readPublished(COLLECTION), reader);
    return { type: 'application/json', cached: PAGES_CACHED, read, fileName: basename(COLLECTION) };
  }
  const language = LANGUAGES.find(({ file }) => path === `/samples/${file}`);
  if (language !== undefined) {
    const program = sampleProgram(language, reader);
    const read = (): string => (reader.isSandbox ? program : replaceSandboxExamples(program, reader.portalUrl));
    return { type: 'text/plain', cached: PAGES_CACHED, read };
  }
  const html = renderPage(path, reader);
  return html === undefined ? undefined : page(html);
}

function page(html: string): Document {
  return { type: 'html', cached: PAGES_CACHED, read: () => html };
}

function prepare(document: Document, status: number): PreparedDocument {
  const plain = Buffer.from(document.read());
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { ...document, status, tag, plain, ...(plain.length >= GZIP_BYTES_MIN && { gzipped: gzipSync(plain) }) };
}

function send(request: Request, response: Response, prepared: PreparedDocument): void {
  const { status, type, cached, policy, fileName, tag, plain, gzipped } = prepared;
  if (fileName !== undefined) response.attachment(fileName);
  if (policy !== undefined) response.set('Content-Security-Policy', policy);
  response.status(status).type(type).set({ 'Cache-Control': cached, ETag: tag }).vary('Accept-Encoding');
  if (status === 200 && request.headers['if-none-match'] === tag) return void response.status(304).end();
  const isGzipped = gzipped !== undefined && request.acceptsEncodings('gzip') === 'gzip';
  if (isGzipped) response.set('Content-Encoding', 'gzip');
  response.send(isGzipped ? gzipped : plain);
}

/** Browsers ask for HTML. Programs that accept anything are not redirected. */
function acceptsHtml(request: Request): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
