import { bankHasFed, prepareSystem, type System, type SystemOptions, type SystemService } from './prepare-system.ts';
import { ServiceProcess } from './service-process.ts';

/** All services on free ports, each a separate process that can be killed and started again. */
export interface SystemOfProcesses extends System {
  readonly services: Record<SystemService, ServiceProcess> & { readonly oauth?: ServiceProcess };
  /** Waits until every service is ready. */
  ready(): Promise<void>;
}

/** Starts it as a bank does in production. `env` are variables that differ. A test that does not touch the processes uses `runCompact`. */
export async function runSystem(env: NodeJS.ProcessEnv = {}, options: SystemOptions = {}): Promise<SystemOfProcesses> {
  const { services: environments, ...prepared } = await prepareSystem(env, options, ({ url }) => url);
  const named = [...environments].map(async ([name, own]) => [name, await ServiceProcess.prepare(name, own)] as const);
  const services = Object.fromEntries(await Promise.all(named)) as SystemOfProcesses['services'];
  const running = Object.values(services);
  for (const service of running) service.start();
  const bank = await options.connector?.(prepared.natsUrl);
  const ready = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.ready()));
    if (bank === undefined) await bankHasFed(services.bank.healthPort);
  };
  const system: SystemOfProcesses = {
    ...prepared,
    services,
    ready,
    async [Symbol.asyncDispose]() {
      await bank?.[Symbol.asyncDispose]();
      await Promise.all(running.map((service) => service.discard()));
      await prepared.nats[Symbol.asyncDispose]();
      await prepared.mongo[Symbol.asyncDispose]();
    },
  };
  try {
    await ready();
    return system;
  } catch (error) {
    await system[Symbol.asyncDispose]();
    throw error;
  }
}
