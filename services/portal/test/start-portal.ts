import { fileURLToPath } from 'node:url';
import { startService } from '@xs2a/service-kit';
import { natsServer, testKeys } from '@xs2a/test-kit';
import { service } from '../src/service.ts';

const BANK = fileURLToPath(new URL('bank.yaml', import.meta.url));

export interface TestPortal extends AsyncDisposable {
  readonly url: string;
  readonly healthUrl: string;
  logLines(): string[];
  /** Sends a request like a browser, without following redirects. */
  ask(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; text: string }>;
}

/** Starts a portal on a free port, with a real bus without other services: that of production, or with an extension. */
export async function startPortal(env: NodeJS.ProcessEnv = {}, portal = service): Promise<TestPortal> {
  const nats = await natsServer();
  const lines: string[] = [];
  const running = await startService(portal, {
    env: {
      NATS_URL: nats.url,
      PORTAL_PORT: '0',
      DRAIN_SECONDS: '0',
      ...(env['SANDBOX'] !== 'true' && { PORTAL_URL: 'https://portal.test', PROFILE: BANK }),
      ...testKeys('portal'),
      ...env,
    },
    logTo: { write: (line) => void lines.push(line) },
  });
  const url = running.httpUrl ?? '';
  return {
    url,
    healthUrl: running.healthUrl,
    logLines: () => lines,
    async ask(path, init) {
      const response = await fetch(url + path, { redirect: 'manual', ...init });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await nats[Symbol.asyncDispose]();
    },
  };
}
