import { PROFILE_PRESETS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KitConfig, loadProfile, readConfig } from '../index.ts';

describe('configuration', () => {
  it('is read with its defaults and frozen, and an empty variable counts as absent', () => {
    const config = readConfig(KitConfig, { HEALTH_PORT: '9000', LOG_LEVEL: '', UNRELATED: 'x' });
    expect(config).toMatchObject({ HEALTH_PORT: 9_000, LOG_LEVEL: 'info', PROFILE: 'hr-full' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(config).not.toHaveProperty('UNRELATED');
  });

  it.each([
    ['HEALTH_PORT', 's3cr3t-port'],
    ['HEALTH_PORT', '70000'],
    ['LOG_LEVEL', 's3cr3t-level'],
    ['MONGO_DATABASE', 's3cr3t'.repeat(20)],
    ['WORK_AT_ONCE_MAX', '0'],
    ['WORK_WAITING_MAX', '-1'],
  ])('names an invalid %s without its value', (name, value) => {
    const read = (): unknown => readConfig(KitConfig, { [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow('s3cr3t');
  });

  it('errors name all missing variables at once', () => {
    const schema = z.object({ TOKEN_KEY: z.string(), PORTAL_URL: z.url() });
    expect(() => readConfig(schema, { PORTAL_URL: 's3cr3t' })).toThrow(/^TOKEN_KEY: .*; PORTAL_URL: /);
  });
});

describe('a profile', () => {
  it.each(Object.keys(PROFILE_PRESETS))('%s can be selected by its preset name', (name) => {
    expect(loadProfile(name)).toBe(PROFILE_PRESETS[name as keyof typeof PROFILE_PRESETS]);
  });

  it.each(['valueOf', '__proto__', 'constructor', 'no-such-file.yaml'])('%s is neither a preset nor a file', (name) => {
    expect(() => loadProfile(name)).toThrow();
  });
});
