import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asService, endWithThisProcess, freePort, mongod, natsServer, testKeys, withoutUser } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { entryOf } from '@xs2a/test-system/start/entry-of';
import { SERVICES } from '@xs2a/test-system/start/run-system';
import { ALLOCATOR, NODE_FLAGS } from '@xs2a/test-system/start/service-process';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMPACT = join(ROOT, 'packages', 'compact');
const READY_MS_MAX = 60_000;

/** All services in one process, with real servers and the sandbox loaded. */
export async function runCompact() {
  const [nats, mongo, gatewayPort, portalPort] = await Promise.all([natsServer(), mongod(), freePort(), freePort()]);
  const settings = mkdtempSync(join(tmpdir(), 'xs2a-compact-'));
  const healthPorts = await Promise.all(SERVICES.map(() => freePort()));
  for (const [index, name] of SERVICES.entries()) {
    const own = { ...testKeys(name), ...(await asService(mongo.url, name)), HEALTH_PORT: String(healthPorts[index]) };
    const lines = Object.entries(own).map(([variable, value]) => `${variable}="${value}"\n`);
    writeFileSync(join(settings, `${name}.env`), lines.join(''));
  }
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, entryOf(ROOT, 'packages/compact')], {
    cwd: COMPACT,
    env: {
      ...ALLOCATOR,
      ...process.env,
      COMPACT_SETTINGS: settings,
      NATS_URL: nats.url,
      MONGO_URL: withoutUser(mongo.url),
      GATEWAY_PORT: String(gatewayPort),
      PORTAL_PORT: String(portalPort),
      PORTAL_URL: `http://localhost:${portalPort}`,
      SANDBOX: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  endWithThisProcess(child);
  const isReady = async (): Promise<boolean> => {
    const ask = (port: number): Promise<boolean> => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok);
    return (await Promise.all(healthPorts.map((port) => ask(port).catch(() => false)))).every(Boolean);
  };
  await eventually(isReady, Boolean, READY_MS_MAX);
  const readyMs = performance.now() - startedAt;
  const bankPort = healthPorts[SERVICES.indexOf('bank')];
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${bankPort}/metrics`)).text();
  await eventually(metrics, (text) => /^xs2a_bank_accounts_behind\S* 0$/m.test(text), READY_MS_MAX);
  return {
    pid: child.pid ?? 0,
    readyMs,
    gatewayUrl: `http://localhost:${gatewayPort}`,
    async [Symbol.asyncDispose]() {
      const end = once(child, 'exit');
      child.kill('SIGTERM');
      await end;
      rmSync(settings, { recursive: true });
      await Promise.all([nats[Symbol.asyncDispose](), mongo[Symbol.asyncDispose]()]);
    },
  };
}
