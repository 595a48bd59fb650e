import { type DynamicModule, type INestApplication, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { z } from 'zod';
import type { Load } from '../bus/load.ts';
import { NatsStrategy } from '../bus/nats-strategy.ts';
import type { WorkLimit } from '../bus/work-limit.ts';
import type { WorkScopes } from '../context/work-scopes.ts';
import { CONTEXT } from './context-token.ts';
import type { Kit } from './kit.ts';
import { psuDataHandlers } from './psu-data-handlers.ts';
import type { Service } from './service.ts';

/** The module of a service without HTTP, which has no Nest classes. */
class ServiceModule {}
// The decorator is called as a function, because tools run the sources with types stripped.
Module({})(ServiceModule);

/** Creates the Nest application of a service: binds its handlers to the transport and its controllers, if any, to HTTP. */
export async function createApplication<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
  kit: Kit<z.output<Config>>,
  context: Context,
  work: { limit: WorkLimit; load: Load; canWork: () => boolean; scopes: WorkScopes | undefined },
): Promise<INestApplication | INestMicroservice> {
  const module: DynamicModule = {
    module: service.http?.module ?? ServiceModule,
    global: true,
    providers: [{ provide: CONTEXT, useValue: context ?? null }],
    exports: [CONTEXT],
  };
  const { name, http, handlers = [] } = service;
  const { bus, log, metrics, tracing } = kit;
  const { scopes, ...limits } = work;
  const strategy = new NatsStrategy({
    bus,
    log,
    metrics,
    tracing,
    hasScopes: scopes !== undefined,
    service: name,
    ...limits,
  });
  for (const { operation, run } of [...handlers, ...psuDataHandlers(service, kit)]) {
    const answer = (request: unknown) => run(context, request as never);
    strategy.serve(operation, scopes ? (request) => scopes.answer(request, () => answer(request)) : answer);
  }
  if (http !== undefined) {
    const application = await http.create(module, kit, context);
    if (handlers.length > 0) {
      application.connectMicroservice({ strategy });
      await application.startAllMicroservices();
    }
    await application.listen(http.port(kit.config), http.host(kit.config));
    return application;
  }
  const application = await NestFactory.createMicroservice(module, { strategy, logger: false, abortOnError: false });
  await application.listen();
  return application;
}
