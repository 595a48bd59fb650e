import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { AspspProfile } from '@xs2a/contracts';
import { type DeveloperPagesOptions, developerPages } from '@xs2a/developer-pages';
import { type PageStyle, pageStyle } from '@xs2a/page-style';
import type { HttpListeners, Kit } from '@xs2a/service-kit';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { AnswerBytes } from '../answers/answer-bytes.ts';
import { answerStyle } from '../answers/answer-style.ts';
import { RequestChecks } from '../checks/request-checks.ts';
import { type GatewayConfig, gatewayUrl } from '../config.ts';
import type { GatewayContext } from '../context.ts';
import { serveOAuth } from '../oauth/serve-oauth.ts';
import { offeredOpenApi } from '../openapi/offered-openapi.ts';
import { serveOpenApi } from '../openapi/serve-openapi.ts';
import { KEYS_ADDRESS } from '../password-keys/keys-address.ts';
import { awaitPasswordKeys, servePasswordKeys } from '../password-keys/serve-password-keys.ts';
import { readOpenApi, readPublished } from '../published-files.ts';
import { RefusalFilter } from '../refusals/refusal.filter.ts';
import { problemBody, tppMessagesBody } from '../refusals/refusal-body.ts';
import { escapeAddress } from '../routing/escape-address.ts';
import { serveStatistics } from '../statistics/serve-statistics.ts';
import { acceptRequest } from './accept-request.ts';
import { awaitTurn } from './await-turn.ts';
import { readableHost } from './readable-host.ts';

/** Creates the HTTP server with the limits that can only be set at creation; Nest's adapter uses Node's defaults. */
class GatewayAdapter extends ExpressAdapter {
  readonly #listeners: HttpListeners;

  constructor(instance: Express, listeners: HttpListeners) {
    super(instance);
    this.#listeners = listeners;
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof AnswerBytes)) return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    return body.send(response);
  }

  override initHttpServer(): void {
    this.httpServer = this.#listeners.create(this.getInstance());
  }
}

export async function createApplication(
  module: DynamicModule,
  _: Kit<GatewayConfig>,
  context: GatewayContext,
): Promise<INestApplication> {
  const application = await NestFactory.create(
    module,
    new GatewayAdapter(createExpress(context.profile), context.listeners),
    {
      logger: false,
      abortOnError: false,
      bodyParser: false,
    },
  );
  const filter = new RefusalFilter(context);
  application.use(acceptRequest(context, (error, ...sides) => filter.refuse(error, ...sides)));
  application.use(awaitTurn(context));
  application.use(readableHost);
  application.use(KEYS_ADDRESS, servePasswordKeys(context.passwordKeys));
  application.use(serveOAuth(context));
  application.use(serveOpenApi(context));
  const style = pageStyle({
    profile: context.profile,
    profileFile: context.config.PROFILE,
    isSandbox: context.config.SANDBOX === 'true',
  });
  if (context.config.STATISTICS === 'on') {
    const { statisticsStore: store, profile, now } = context;
    application.use(serveStatistics({ store, profile, style, now }));
  }
  if (context.config.DOCS === 'on') application.use(pagesOf(context, style));
  application.use(escapeAddress);
  application.use(awaitPasswordKeys(context.passwordKeys));
  application.useGlobalFilters(filter);
  application.useGlobalGuards(new RequestChecks(context));
  return application;
}

function pagesOf({ profile, config, now, sandboxIdentity }: GatewayContext, style: PageStyle): RequestHandler {
  return developerPages({
    profile,
    style,
    isSandbox: sandboxIdentity,
    gatewayUrl: gatewayUrl(config),
    portalUrl: config.PORTAL_URL,
    tlsPort: config.GATEWAY_TLS_PORT,
    now,
    openApi: offeredOpenApi(readOpenApi(), profile) as DeveloperPagesOptions['openApi'],
    errorBody: profile.errorForm === 'problem' ? problemBody : tppMessagesBody,
    readPublished,
  });
}

/** Express reads these settings when it creates its router, before Nest adds the first route. */
function createExpress(profile: AspspProfile): Express {
  const instance = express();
  instance.disable('x-powered-by');
  instance.disable('etag');
  instance.enable('case sensitive routing');
  instance.enable('strict routing');
  instance.set('query parser', 'simple');
  const style = answerStyle(profile);
  if (style !== undefined) instance.set('json replacer', style);
  return instance;
}
