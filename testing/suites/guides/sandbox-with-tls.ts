import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxTlsVariables, testAuthorityVariables, writeSandboxCertificates } from '@xs2a/certificates';
import type { ServiceName } from '@xs2a/contracts';
import { freePort } from '@xs2a/test-kit';
import { startServicesWith, type TestServices, untilFed } from '@xs2a/test-system/start/start-services';

/** A sandbox as `npm start` offers it: an address without TLS, one with mutual TLS, and registration for developers. */
export interface SandboxWithTls extends AsyncDisposable {
  /** The address without TLS. */
  readonly url: string;
  readonly portalUrl: string;
  readonly services: TestServices;
}

export async function sandboxWithTls(profile: string, ...names: ServiceName[]): Promise<SandboxWithTls> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-guide-'));
  await writeSandboxCertificates(folder);
  const [port, tlsPort, portalPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const portalUrl = `http://localhost:${portalPort}`;
  writeFileSync(join(folder, 'profile.yaml'), profile);
  const env = {
    PROFILE: join(folder, 'profile.yaml'),
    GATEWAY_PORT: String(port),
    GATEWAY_URL: url,
    ...sandboxTlsVariables(folder, tlsPort),
    ...testAuthorityVariables(folder),
    PORTAL_PORT: String(portalPort),
    PORTAL_URL: portalUrl,
    NOTIFICATION_PERMITTED_HOSTS: `localhost:${portalPort}`,
  };
  const services = await startServicesWith(env, ...names);
  if (names.includes('accounts')) await untilFed(services);
  return {
    url,
    portalUrl,
    services,
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
