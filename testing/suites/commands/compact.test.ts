import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asService, endWithThisProcess, freePort, natsServer, testKeys, testServers } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { SERVICES } from '@xs2a/test-system/start/prepare-system';
import { BUNDLE } from '@xs2a/test-system/start/service-process';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SANDBOX = join(ROOT, 'sandbox', 'start');
const READY_MS_MAX = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'xs2a-compact-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Line {
  readonly level: string;
  readonly time: string;
  readonly service: string;
  readonly event?: string;
  readonly msg: string;
}

/** Runs all services in one process. `env` applies to all of them, `own` to one. */
async function compact(env: NodeJS.ProcessEnv, own: (name: string) => NodeJS.ProcessEnv) {
  const settings = mkdtempSync(join(folder, 'settings-'));
  for (const name of SERVICES) {
    const lines = Object.entries(own(name)).map(([variable, value]) => `${variable}="${value}"\n`);
    writeFileSync(join(settings, `${name}.env`), lines.join(''));
  }
  const child = spawn(process.execPath, [BUNDLE], {
    cwd: SANDBOX,
    env: { ...process.env, ...env, COMPACT_SETTINGS: settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThisProcess(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const end = once(child, 'close') as Promise<[number]>;
  const lines = (): Line[] =>
    output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  return { child, end, lines };
}

describe('all services in one process', () => {
  it('serve the interface, each with its own identity on the bus and at its database; SIGTERM stops the gateway first', async () => {
    const { mongoUrl } = testServers();
    await using nats = await natsServer();
    const [gatewayPort, portalPort, ...healthPorts] = await Promise.all([0, 0, ...SERVICES].map(() => freePort()));
    const own = await Promise.all(
      SERVICES.map(async (name, index) => [
        name,
        {
          ...testKeys(name),
          ...(await asService(mongoUrl, name, `compact-${name}`)),
          MONGO_DATABASE: `compact-${name}`,
          HEALTH_PORT: String(healthPorts[index]),
        },
      ]),
    );
    const system = await compact(
      {
        NATS_URL: nats.url,
        GATEWAY_PORT: String(gatewayPort),
        PORTAL_PORT: String(portalPort),
        PORTAL_URL: `http://localhost:${portalPort}`,
        SANDBOX: 'true',
      },
      (name) => Object.fromEntries(own)[name] as NodeJS.ProcessEnv,
    );
    const readyCodes = async () =>
      Promise.all(
        healthPorts.map((port) =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
    await eventually(readyCodes, (codes) => codes.every((code) => code === 200), READY_MS_MAX);
    const created = await fetch(`http://127.0.0.1:${gatewayPort}/v1/consents`, {
      method: 'POST',
      headers: {
        'X-Request-ID': crypto.randomUUID(),
        'PSU-IP-Address': '192.0.2.10',
        'TPP-Redirect-URI': 'https://tpp.example/ok',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        access: { availableAccounts: 'allAccounts' },
        recurringIndicator: false,
        validUntil: '9999-12-31',
        frequencyPerDay: 1,
      }),
    });
    expect(created.status).toBe(201);
    system.child.kill('SIGTERM');
    expect(await system.end).toEqual([0, null]);
    // Each service writes its buffered lines on its own.
    const inTime = system.lines().toSorted((one, other) => one.time.localeCompare(other.time));
    const stopped = inTime.filter(({ event }) => event === 'stopped');
    expect(stopped.map(({ service }) => service).toSorted()).toEqual([...SERVICES].toSorted());
    expect(stopped.map(({ service }) => service).slice(0, 2)).toEqual(['gateway', 'portal']);
  });

  it('do not start if the settings of one are wrong; each prints its faults, and the exit code is 2', async () => {
    const system = await compact({ NATS_URL: 'nats://127.0.0.1:9', HEALTH_PORT: '0', SANDBOX: 'true' }, (name) => ({
      ...testKeys(name),
      ...(name === 'consent' && { GATEWAY_PROT: '1', SANDBOX: 'false' }),
      ...(name === 'payments' && { PROFILE: 'none' }),
    }));
    expect(await system.end).toEqual([2, null]);
    const refused = system.lines().filter(({ event }) => event === 'notStarted');
    expect(refused).toContainEqual(
      expect.objectContaining({
        level: 'fatal',
        service: 'consent',
        msg: expect.stringContaining('is GATEWAY_PORT meant?'),
      }),
    );
    expect(refused).toContainEqual(
      expect.objectContaining({ service: 'payments', msg: expect.stringMatching(/^PROFILE: /) }),
    );
  });

  it.each([
    ['sandbox', SANDBOX],
    ['compact', join(ROOT, 'deploy', 'compact')],
  ])('do not start without the folder of settings: %s', async (service, cwd) => {
    const child = spawn(process.execPath, [BUNDLE], {
      cwd,
      env: { ...process.env, COMPACT_SETTINGS: '' },
    });
    endWithThisProcess(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(JSON.parse(output)).toMatchObject({ service, variables: ['COMPACT_SETTINGS'] });
  });
});
