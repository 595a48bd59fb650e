import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROFILE_PRESETS, profilesOf, type ServiceName } from '@xs2a/contracts';
import { natsServer, type TestServer } from '@xs2a/test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Bus, defineService, profileFingerprint, type RunningService, startService } from '../index.ts';

let nats: TestServer;
beforeEach(async () => {
  nats = await natsServer();
});
afterEach(() => nats[Symbol.asyncDispose]());

const FULL = profileFingerprint(PROFILE_PRESETS['hr-full']);
const BASIC = profileFingerprint(PROFILE_PRESETS['hr-basic']);

interface Started extends AsyncDisposable {
  readonly running: RunningService;
  readonly lines: string[];
  forward(ms: number): void;
  readonly ready: () => Promise<[number, string]>;
  metrics(): Promise<string>;
}

async function start(name: ServiceName, profile: string): Promise<Started> {
  const service = defineService({
    name,
    version: '1.2.3',
    config: z.object({}),
    collections: [],
    createContext: () => undefined,
  });
  const lines: string[] = [];
  let offset = 0;
  const running = await startService(service, {
    env: { NATS_URL: nats.url, PROFILE: profile },
    clock: () => new Date(Date.now() + offset),
    logTo: { write: (line) => void lines.push(line) },
  });
  return {
    running,
    lines,
    forward: (ms) => void (offset += ms),
    ready: async () => {
      const response = await fetch(`${running.healthUrl}/readyz`);
      return [response.status, await response.text()];
    },
    metrics: async () => (await fetch(`${running.healthUrl}/metrics`)).text(),
    [Symbol.asyncDispose]: () => running.stop(),
  };
}

const AGREED: [number, string] = [200, `ready\nversion 1.2.3\nprofile ${FULL}\n`];
const differs = (own: string, service: string, other: string): [number, string] => [
  200,
  `ready\nversion 1.2.3\nprofile ${own}\nprofile differs: ${service} ${other}\n`,
];

describe('services with the same profile', () => {
  it('agree and report which one it is', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'peers-')), 'profile.yaml');
    await writeFile(file, 'preset: hr-full\nlanguages: [hr, en]\n');
    await using consent = await start('consent', 'hr-full');
    await using payments = await start('payments', file);
    await expect.poll(consent.ready).toEqual(AGREED);
    expect(await payments.ready()).toEqual(AGREED);
    expect(await consent.metrics()).toContain('xs2a_profiles_differing{service="consent"} 0');
    expect(await consent.metrics()).toContain(`xs2a_profile_info{fingerprint="${FULL}",service="consent"} 1`);
  });
});

describe('services with different profiles', () => {
  it('both report it in readiness, metrics and once in the log, and stay ready', async () => {
    await using consent = await start('consent', 'hr-full');
    await using payments = await start('payments', 'hr-basic');
    await expect.poll(consent.ready).toEqual(differs(FULL, 'payments', BASIC));
    await expect.poll(payments.ready).toEqual(differs(BASIC, 'consent', FULL));
    expect(await consent.metrics()).toContain('xs2a_profiles_differing{service="consent"} 1');
    for (const { lines } of [consent, payments]) {
      expect(lines.filter((line) => line.includes('profilesDiffer'))).toHaveLength(1);
    }
  });

  it('log each difference only once', async () => {
    await using consent = await start('consent', 'hr-full');
    const bus = await Bus.connect(nats.url, 'test');
    for (const instance of ['one', 'one', 'one', 'last']) {
      const service = instance === 'one' ? 'sca' : 'bank';
      bus.connection.publish(profilesOf(service), JSON.stringify({ instance, fingerprint: BASIC }));
    }
    await expect.poll(consent.ready).toMatchObject([200, expect.stringContaining('bank')]);
    expect(consent.lines.filter((line) => line.includes('profilesDiffer') && line.includes('sca'))).toHaveLength(1);
    await bus.close();
  });

  it('agree again when the last one with the old profile has stopped', async () => {
    await using consent = await start('consent', 'hr-full');
    const old = await start('payments', 'hr-basic');
    await expect.poll(consent.ready).toMatchObject([200, expect.stringContaining('profile differs')]);
    await old.running.stop();
    await using _new = await start('payments', 'hr-full');
    await expect.poll(consent.ready).toEqual(AGREED);
  });

  it('forget a killed one that was not heard for several intervals', async () => {
    await using consent = await start('consent', 'hr-full');
    const bus = await Bus.connect(nats.url, 'test');
    const word = { instance: 'killed', fingerprint: BASIC };
    bus.connection.publish(profilesOf('sca'), JSON.stringify(word));
    await expect.poll(consent.ready).toEqual(differs(FULL, 'sca', BASIC));
    consent.forward(99_000);
    expect(await consent.ready()).toEqual(differs(FULL, 'sca', BASIC));
    consent.forward(2_000);
    expect(await consent.ready()).toEqual(AGREED);
    await bus.close();
  });

  it('ignore malformed messages', async () => {
    await using consent = await start('consent', 'hr-full');
    const bus = await Bus.connect(nats.url, 'test');
    for (const text of ['', '{', '[]', '{"instance":1}']) bus.connection.publish(profilesOf('sca'), text);
    const word = { instance: 'x', fingerprint: BASIC };
    bus.connection.publish(profilesOf('sca'), JSON.stringify(word));
    await expect.poll(consent.ready).toMatchObject([200, expect.stringContaining('profile differs: sca')]);
    await bus.close();
  });
});

describe('abilities of the replicas of a service', () => {
  it('are only accepted from the service itself, even with the same instance id', async () => {
    await using consent = await start('consent', 'hr-full');
    const { peers } = consent.running.kit;
    const bus = await Bus.connect(nats.url, 'test');
    const say = (service: string, more: object): void => {
      const word = { instance: 'one', service: 'sca', fingerprint: FULL, ...more };
      bus.connection.publish(profilesOf(service), JSON.stringify(word));
    };
    say('sca', { abilities: ['flies'] });
    say('bank', { abilities: [] });
    say('bank', { leaves: true });
    say('notifier', { fingerprint: BASIC });
    await expect.poll(consent.ready).toEqual(differs(FULL, 'notifier', BASIC));
    expect(peers.allCan('sca', 'flies')).toBe(true);
    await bus.close();
  });

  it('count once a replica was heard and all replicas have them; changes are reported', async () => {
    await using consent = await start('consent', 'hr-full');
    const { peers } = consent.running.kit;
    const seen: boolean[] = [];
    peers.onChange('sca', () => seen.push(peers.allCan('sca', 'flies')));
    const bus = await Bus.connect(nats.url, 'test');
    const say = (instance: string, more: object): void => {
      const word = { instance, fingerprint: FULL, ...more };
      bus.connection.publish(profilesOf('sca'), JSON.stringify(word));
    };
    expect(peers.allCan('sca', 'flies')).toBe(false);
    say('new', { abilities: ['flies', 'swims'] });
    say('new', { abilities: ['flies', 'swims'] });
    // A version that does not report abilities.
    say('old', {});
    say('old', { leaves: true });
    say('new', { abilities: ['flies', 'swims'], leaves: true });
    await expect.poll(() => seen.length).toBe(4);
    expect(seen).toEqual([true, false, true, false]);
    expect(peers.allCan('payments', 'flies')).toBe(false);
    await bus.close();
  });
});
