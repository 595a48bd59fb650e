import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROFILE_PRESETS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KitConfig, loadProfile, readConfig } from '../index.ts';

describe('configuration', () => {
  it('is read with its defaults, frozen, and an empty variable counts as absent', () => {
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
  ])('names %s when it is wrong, and not what it holds', (name, value) => {
    const read = (): unknown => readConfig(KitConfig, { [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow('s3cr3t');
  });

  it('names every variable that is missing at once', () => {
    const schema = z.object({ TOKEN_KEY: z.string(), PORTAL_URL: z.url() });
    expect(() => readConfig(schema, { PORTAL_URL: 's3cr3t' })).toThrow(/^TOKEN_KEY: .*; PORTAL_URL: /);
  });
});

async function profileFile(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'kit-profile-')), 'profile.yaml');
  await writeFile(file, text);
  return file;
}

describe('profile', () => {
  it.each(Object.keys(PROFILE_PRESETS))('is the preset %s by its name', (name) => {
    expect(loadProfile(name)).toBe(PROFILE_PRESETS[name as keyof typeof PROFILE_PRESETS]);
  });

  it('is a YAML file laid over its preset, setting by setting', async () => {
    const file = await profileFile('preset: berlin-group\naspspName: Banka d.d.\nlimits:\n  historyDays: 30\n');
    const preset = PROFILE_PRESETS['berlin-group'];
    expect(loadProfile(file)).toEqual({
      ...preset,
      aspspName: 'Banka d.d.',
      limits: { ...preset.limits, historyDays: 30 },
    });
  });

  it('is the default preset where the file says nothing', async () => {
    for (const text of ['', '# nothing chosen\n']) {
      expect(loadProfile(await profileFile(text))).toEqual(PROFILE_PRESETS['hr-full']);
    }
  });

  it.each([
    ['frequencyPerDay', 'frequencyPerDay: 4'],
    ['limits', 'limits:\n  historyWeeks: 4'],
    ['historyWeeks', 'limits:\n  historyWeeks: 4'],
    ['wireStyle', 'wireStyle: xml'],
    ['limits.historyDays', 'limits:\n  historyDays: 0'],
    ['preset', 'preset: hr-tiny'],
    ['products.payments', 'products:\n  payments: [sepa]'],
  ])('is refused by the name of the wrong setting: %s', async (setting, text) => {
    const file = await profileFile(text);
    expect(() => loadProfile(file)).toThrow(setting);
  });

  it.each(['valueOf', '__proto__', 'constructor', 'no-such-file.yaml'])('%s is neither a preset nor a file', (name) => {
    expect(() => loadProfile(name)).toThrow();
  });
});
