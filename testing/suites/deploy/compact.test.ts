import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { findUnsafe, KitConfig, readConfig, unknownVariables } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVICES, type ServiceName } from './services.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Composed {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly pull_policy?: string;
  readonly environment: Record<string, string>;
  readonly volumes: string[];
  readonly configs: { source: string; target: string }[];
  readonly healthcheck: { test: string[] };
}

const file = parse(read('deploy/compose.compact.yaml')) as {
  readonly services: { readonly compact: Composed; readonly nats: unknown; readonly mongodb: unknown };
  readonly configs: Record<string, { content: string }>;
};
const { compact } = file.services;
const settingsOf = (name: string) => {
  const { COMPACT_SETTINGS: _, ...common } = compact.environment;
  return { ...common, ...parseEnv(file.configs[name]?.content ?? '') };
};

describe('the Compose file of all services in one process', () => {
  it('runs the image built here, of its version, with a read-only root file system', () => {
    const { version } = JSON.parse(read('sandbox/start/package.json')) as { version: string };
    expect(compact.image).toBe(`xs2a/sandbox:${version}`);
    expect([compact.pull_policy, compact.read_only, compact.cap_drop]).toEqual(['never', true, ['ALL']]);
  });

  it('has the bus and the database of the other Compose file', () => {
    const other = parse(read('deploy/compose.yaml'), { merge: true }) as typeof file;
    expect(Object.keys(file.services).toSorted()).toEqual(['compact', 'mongodb', 'nats']);
    expect(file.configs['nats']).toEqual(other.configs['nats']);
  });

  it('has a settings file for every service', () => {
    const folder = compact.environment['COMPACT_SETTINGS'];
    const files = Object.fromEntries(compact.configs.map(({ source, target }) => [source, target]));
    expect(files).toEqual(Object.fromEntries(Object.keys(SERVICES).map((name) => [name, `${folder}/${name}.env`])));
  });

  it.each(Object.keys(SERVICES) as ServiceName[])('every variable of %s is one of it, and all are accepted', (name) => {
    const env = settingsOf(name);
    const service = SERVICES[name];
    const config = readConfig(KitConfig.extend(service.config.shape), env) as KitConfig;
    const refused = [...unknownVariables(env), ...findUnsafe(service.unsafeSettings ?? [], config, env)];
    expect(refused).toEqual([]);
    const mounted = compact.volumes.map((volume) => volume.split(':')[1] ?? '');
    const isMounted = (path: string): boolean => mounted.some((at) => path === at || path.startsWith(`${at}/`));
    const files = Object.values(env).filter((value) => value?.startsWith('/'));
    expect(files.filter((path) => !isMounted(path ?? ''))).toEqual([]);
    expect(env['NATS_NKEY_FILE']).toMatch(new RegExp(`/${name}\\.nkey$`));
  });

  it('is healthy if every service is ready', () => {
    const ports = Object.keys(SERVICES).map((name) => settingsOf(name)['HEALTH_PORT'] ?? '');
    expect(new Set(ports).size).toBe(ports.length);
    for (const port of ports) expect(compact.healthcheck.test.at(-1)).toContain(port);
  });
});
