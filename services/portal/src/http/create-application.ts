import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { readBaseStyle, readLogo } from '@xs2a/page-style';
import { type HttpListeners, type Kit, type Log, newTraceparent, runInContext } from '@xs2a/service-kit';
import { json, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { PortalContext } from '../context.ts';

/** The portal's forms have a few short fields. */
const BODY_BYTES_MAX = 16 * 1024;
const FORM_FIELDS_MAX = 200;
/** A page asks two services at most, one after the other. */
const PAGE_BUDGET_MS = 20_000;
/** Milliseconds after which a service that gives no sign of life is given up: a person waits no longer for the page that says so. */
const PATIENCE_MS = 2_500;
const ASSET_LIFETIME_SECONDS = 3_600;

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));

/**
 * No content from other hosts, no script, no frames. `form-action 'self'` also applies to redirects after a form. The way
 * back to the TPP is therefore a link and a refresh on a page of the portal, and never a 303 to the TPP.
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: "'none'",
  styleSrc: "'self'",
  imgSrc: ["'self'", 'data:'],
  formAction: "'self'",
  frameAncestors: "'none'",
  baseUri: "'none'",
};

/** Nest's adapter makes a server with the time limits of Node, and some limits can be set at that moment only. */
class PortalAdapter extends ExpressAdapter {
  readonly #listeners: HttpListeners;

  constructor(listeners: HttpListeners) {
    super();
    this.#listeners = listeners;
  }

  override initHttpServer(): void {
    this.httpServer = this.#listeners.create(this.getInstance());
  }
}

export async function createApplication(
  module: DynamicModule,
  { log, listeners }: Kit,
  { url }: PortalContext,
): Promise<INestApplication> {
  const application = await NestFactory.create<NestExpressApplication>(module, new PortalAdapter(listeners), {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  application.set('etag', false);
  application.set('query parser', 'simple');
  application.use(inRequestContext, noStore, logEach(log));
  application.useSecurityHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: url.protocol === 'https:',
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  application.enableCsrfProtection({ trustedOrigins: [url.origin] });
  application.use('/assets/base.css', sendAsset('text/css', readBaseStyle()));
  application.use('/assets/logo.svg', sendAsset('image/svg+xml', readLogo()));
  application.useStaticAssets(PUBLIC, {
    prefix: '/assets/',
    index: false,
    etag: false,
    redirect: false,
    maxAge: ASSET_LIFETIME_SECONDS * 1_000,
  });
  application.useBodyParser('urlencoded', {
    extended: false,
    limit: BODY_BYTES_MAX,
    parameterLimit: FORM_FIELDS_MAX,
    inflate: false,
  });
  // Only two addresses accept JSON: the answer of a program in place of a device, and notifications to a TPP.
  application.use(['/sandbox/device', '/sandbox/notifications'], json({ limit: BODY_BYTES_MAX, inflate: false }));
  return application;
}

function inRequestContext(_: Request, __: Response, next: NextFunction): void {
  const now = Date.now();
  const [deadline, patience] = [now + PAGE_BUDGET_MS, now + PATIENCE_MS];
  runInContext({ requestId: randomUUID(), traceparent: newTraceparent(), deadline, patience }, next);
}

/** Sends what all pages of the project share. */
function sendAsset(type: string, content: Buffer): RequestHandler {
  return (_, response) => {
    response.setHeader('Cache-Control', `public, max-age=${ASSET_LIFETIME_SECONDS}`);
    response.type(type).send(content);
  };
}

function noStore(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** One log line for each page, with its route. The path is not logged: it contains the redirect reference. */
function logEach(log: Log) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    response.once('finish', () => {
      const route: unknown = (request.route as { path?: unknown } | undefined)?.path;
      if (route === undefined && response.statusCode < 400) return;
      const ms = Math.round(performance.now() - start);
      log.info({ event: 'page', method: request.method, route, status: response.statusCode, ms }, 'page');
    });
    next();
  };
}
