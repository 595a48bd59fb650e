import { createServer } from 'node:http';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Kit } from '@xs2a/service-kit';
import express, { type Express } from 'express';
import { acceptRequest } from './accept-request.ts';
import { CertificateJudge } from './certificates/certificate-judge.ts';
import { readProxies } from './certificates/forwarded-certificate.ts';
import { TrustFiles } from './certificates/trust-files.ts';
import { type GatewayConfig, offersSandboxIdentity } from './config.ts';
import { offerDocs } from './docs/offer-docs.ts';
import { Links } from './links.ts';
import { endingPromptly, TIME_LIMITS } from './listener.ts';
import { KEYS_ADDRESS, PasswordKeys } from './password-keys.ts';
import { publishInterface } from './publish-interface.ts';
import { RefusalFilter } from './refusal.filter.ts';
import { RequestChecks } from './request-checks.ts';

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
  application.use(passwordKeys.awaited());
  application.use(publishInterface());
  if (kit.config.DOCS === 'on') application.use(offerDocs(kit));
  application.useGlobalFilters(new RefusalFilter(kit, application.get(Links)));
  application.useGlobalGuards(
    new RequestChecks({
      profile: kit.profile,
      sandboxIdentity: offersSandboxIdentity(kit.config),
      judge: new CertificateJudge(application.get(TrustFiles), kit.now),
      now: kit.now,
      proxies: readProxies(kit.config.TRUSTED_PROXIES),
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
  // Field guide 12, row 9: the one place where answers get text instead of JSON booleans and numbers.
  if (profile.wireStyle === 'text') {
    instance.set('json replacer', (_: string, value: unknown) =>
      typeof value === 'boolean' || typeof value === 'number' ? String(value) : value,
    );
  }
  return instance;
}
