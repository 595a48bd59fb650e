import { type DynamicModule, type INestApplication, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { z } from 'zod';
import { type Kit, kitProviders } from './kit.ts';
import { NatsStrategy } from './nats-strategy.ts';
import type { Service } from './service.ts';
import { CONTEXT } from './tokens.ts';
import { WorkLimit } from './work-limit.ts';

/** A service without HTTP has no Nest classes of its own: its handlers are bound to the transport. */
@Module({})
class ServiceModule {}

/** Nest's application of a service: its handlers bound to the transport, its controllers to HTTP where it has some. */
export async function createApplication<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
  kit: Kit<z.output<Config>>,
  context: Context,
): Promise<INestApplication | INestMicroservice> {
  const module: DynamicModule = {
    module: service.module ?? ServiceModule,
    global: true,
    providers: [...kitProviders(kit, service), { provide: CONTEXT, useValue: context ?? null }],
  };
  const { name, http, handlers = [] } = service;
  const { bus, log, metrics } = kit;
  const limit = new WorkLimit(kit.config.WORK_AT_ONCE_MAX, kit.config.WORK_WAITING_MAX);
  const strategy = new NatsStrategy({ bus, log, metrics, limit, service: name });
  for (const { operation, run } of handlers) {
    strategy.serve(operation, (request) => run(context, request as never));
  }
  if (http !== undefined) {
    const application = await http.create(module, kit, context);
    if (http.servesOperations || handlers.length > 0) {
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
