import { createServer } from 'node:http';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { permittedHosts } from '@xs2a/contracts';
import type { Kit } from '@xs2a/service-kit';
import express, { type Express } from 'express';
import { acceptRequest } from './accept-request.ts';
import { answerStyle } from './answer-style.ts';
import { CertificateJudge } from './certificates/certificate-judge.ts';
import { readProxies } from './certificates/forwarded-certificate.ts';
import { OnlineStatus } from './certificates/online-status.ts';
import { PublishedLists } from './certificates/published-lists.ts';
import { TrustFiles } from './certificates/trust-files.ts';
import { type GatewayConfig, offersSandboxIdentity } from './config.ts';
import { offerDocs } from './docs/offer-docs.ts';
import { KEYS_ADDRESS } from './keys-address.ts';
import { Links } from './links.ts';
import { endingPromptly, TIME_LIMITS } from './listener.ts';
import { PasswordKeys } from './password-keys.ts';
import { publishInterface } from './publish-interface.ts';
import { RequestRate } from './rate/request-rate.ts';
import { RequestsAtOnce } from './rate/requests-at-once.ts';
import { RefusalFilter } from './refusal.filter.ts';
import { RequestChecks } from './request-checks.ts';
import { StopList } from './stop-list/stop-list.ts';

/** Nest's adapter makes a server with Node's own time limits, and some of them can be set only there. */
class GatewayAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = endingPromptly(createServer(TIME_LIMITS, this.getInstance()));
  }
}

export async function createApplication(module: DynamicModule, kit: Kit<GatewayConfig>): Promise<INestApplication> {
  const adapter = new GatewayAdapter(createExpress(kit));
  const application = await NestFactory.create(module, adapter, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  application.use(acceptRequest(kit));
  const passwordKeys = application.get(PasswordKeys);
  application.use(KEYS_ADDRESS, passwordKeys.serve());
  application.use(publishInterface(kit));
  if (kit.config.DOCS === 'on') application.use(offerDocs(kit));
  application.use(passwordKeys.awaited());
  application.useGlobalFilters(new RefusalFilter(kit, application.get(Links)));
  const published = new PublishedLists(kit.config.TPP_CRL, kit.now, kit.log);
  const online = new OnlineStatus(kit.config.TPP_OCSP, kit.now, kit.log);
  const stopList = application.get(StopList);
  application.useGlobalGuards(
    new RequestChecks({
      profile: kit.profile,
      sandboxIdentity: offersSandboxIdentity(kit.config),
      judge: new CertificateJudge({ files: application.get(TrustFiles), stopList, published, online, now: kit.now }),
      stopList,
      rate: application.get(RequestRate),
      atOnce: application.get(RequestsAtOnce),
      now: kit.now,
      proxies: readProxies(kit.config.TRUSTED_PROXIES),
      permittedHosts: permittedHosts(kit.config),
    }),
  );
  return application;
}

/** Settings that Express reads when its router is made, before Nest adds the first route. */
function createExpress({ profile }: Kit<GatewayConfig>): Express {
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
