import { fileURLToPath } from 'node:url';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { PICTURE_POLICY, type StyleFile } from '@xs2a/page-style';
import { createTlsServer, type Kit } from '@xs2a/service-kit';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { PortalConfig } from '../config.ts';
import type { PortalContext } from '../context.ts';
import { inRequestContext } from './in-request-context.ts';

/** The portal's forms have a few short fields. */
const BODY_BYTES_MAX = 16 * 1024;
const FORM_FIELDS_MAX = 200;
const ASSET_LIFETIME_SECONDS = 3_600;

/** Options for static files. */
export const ASSETS = {
  prefix: '/assets/',
  index: false,
  etag: false,
  redirect: false,
  maxAge: ASSET_LIFETIME_SECONDS * 1_000,
} as const;

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));

/**
 * No content from other hosts, no script, no frames. `form-action` also applies to redirects after a form: a page whose form may
 * be the last step names the TPP too (`send-page.ts`).
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: "'none'",
  styleSrc: "'self'",
  imgSrc: ["'self'", 'data:'],
  formAction: "'self'",
  frameAncestors: "'none'",
  baseUri: "'none'",
};

type Listening = Pick<Kit<PortalConfig>, 'listeners' | 'config' | 'log'>;

/** Nest's adapter creates a server with Node's time limits, and some limits can only be set at that moment. */
class PortalAdapter extends ExpressAdapter {
  readonly #kit: Listening;

  constructor(kit: Listening) {
    super();
    this.#kit = kit;
  }

  override initHttpServer(): void {
    const { listeners, config, log } = this.#kit;
    const { PORTAL_TLS_CERTIFICATE: certificate, PORTAL_TLS_KEY: key } = config;
    const handler = this.getInstance<Express>();
    this.httpServer =
      certificate === undefined || key === undefined
        ? listeners.create(handler)
        : createTlsServer(listeners, handler, { certificate, key }, { log });
  }
}

export async function createApplication(
  module: DynamicModule,
  { log, metrics, tracing, listeners, config }: Kit<PortalConfig>,
  { url, style, extension }: PortalContext,
): Promise<INestApplication> {
  const application = await NestFactory.create<NestExpressApplication>(
    module,
    new PortalAdapter({ listeners, config, log }),
    {
      logger: false,
      abortOnError: false,
      bodyParser: false,
    },
  );
  application.set('etag', false);
  application.set('query parser', 'simple');
  application.use(inRequestContext({ log, metrics, tracing }), noStore);
  application.useSecurityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...CONTENT_SECURITY_POLICY, ...(style.hasTypeface && { fontSrc: "'self'" }) },
    },
    strictTransportSecurity: url.protocol === 'https:',
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  application.enableCsrfProtection({ trustedOrigins: [url.origin] });
  for (const [name, file] of style.files) application.use(`/assets/${name}`, sendStyle(file));
  application.useStaticAssets(PUBLIC, ASSETS);
  application.useBodyParser('urlencoded', {
    extended: false,
    limit: BODY_BYTES_MAX,
    parameterLimit: FORM_FIELDS_MAX,
    inflate: false,
  });
  extension?.prepare(application, config);
  return application;
}

/** Sends a style sheet or a picture, of the portal or of the bank. */
function sendStyle({ type, content }: StyleFile): RequestHandler {
  return (_, response) => {
    if (type.startsWith('image/')) response.setHeader('Content-Security-Policy', PICTURE_POLICY);
    response.setHeader('Cache-Control', `public, max-age=${ASSET_LIFETIME_SECONDS}`);
    response.type(type).send(content);
  };
}

function noStore(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
