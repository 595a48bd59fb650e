import { join } from 'node:path';
import { identityEnv, KEY_HOLDERS, serviceKeysEnv, writeServiceKeys } from '@xs2a/service-kit';
import { freePort } from '@xs2a/test-kit';
import { bankHasFed, SERVICES } from '@xs2a/test-system/start/prepare-system';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';
import type { SecuredServers } from './secured-servers.ts';

export interface SecuredServices extends AsyncDisposable {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  /** Waits until every service is ready. */
  ready(): Promise<void>;
}

/** Starts the services with the variables of `deploy/k8s`, each with an identity, a certificate and keys in files. */
export async function securedServices({ natsUrl, mongoUrl, files }: SecuredServers, folder: string) {
  const keys = join(folder, 'keys');
  writeServiceKeys(keys, KEY_HOLDERS);
  const [gatewayPort, portalPort] = [await freePort(), await freePort()];
  const [gatewayUrl, portalUrl] = [`http://localhost:${gatewayPort}`, `http://localhost:${portalPort}`];
  const shared = {
    NATS_URL: natsUrl,
    NATS_CA_FILE: files.authority,
    NATS_CERTIFICATE_FILE: files.certificate,
    NATS_KEY_FILE: files.key,
    MONGO_URL: mongoUrl,
    MONGO_CA_FILE: files.authority,
    GATEWAY_PORT: String(gatewayPort),
    GATEWAY_URL: gatewayUrl,
    PORTAL_PORT: String(portalPort),
    PORTAL_URL: portalUrl,
    SANDBOX: 'true',
  };
  const running = await Promise.all(
    SERVICES.map((name) => {
      const own = { ...identityEnv(files.identities, name), ...serviceKeysEnv(keys, name) };
      return ServiceProcess.prepare(name, { ...shared, ...own });
    }),
  );
  for (const service of running) service.start();
  const services: SecuredServices = {
    gatewayUrl,
    portalUrl,
    ready: async () => void (await Promise.all(running.map((service) => service.ready()))),
    [Symbol.asyncDispose]: async () => void (await Promise.all(running.map((service) => service.discard()))),
  };
  try {
    await services.ready();
    await bankHasFed(running.find(({ name }) => name === 'bank')?.healthPort ?? Number.NaN);
    return services;
  } catch (error) {
    await services[Symbol.asyncDispose]();
    throw error;
  }
}
