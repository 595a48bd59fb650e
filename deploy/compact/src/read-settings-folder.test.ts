import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettingsFolder } from './read-settings-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xs2a-compact-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (common: NodeJS.ProcessEnv = {}) =>
  readSettingsFolder(['consent', 'payments', 'bank'], { COMPACT_SETTINGS: folder, ...common });

describe('the folder of settings', () => {
  it('starts one service per file, each with the environment of the process and its own file on top', () => {
    writeFileSync(join(folder, 'consent.env'), '# probes\nHEALTH_PORT=8103\nMONGO_USER="consent"\n');
    writeFileSync(join(folder, 'payments.env'), 'HEALTH_PORT=8105\n');
    writeFileSync(join(folder, 'README'), 'not read');
    expect(read({ NATS_URL: 'nats://bus', HEALTH_PORT: '1' })).toEqual(
      new Map([
        ['consent', { NATS_URL: 'nats://bus', HEALTH_PORT: '8103', MONGO_USER: 'consent' }],
        ['payments', { NATS_URL: 'nats://bus', HEALTH_PORT: '8105' }],
      ]),
    );
  });

  it('is refused with the name of every file that belongs to no service or cannot be read', () => {
    writeFileSync(join(folder, 'consents.env'), '');
    mkdirSync(join(folder, 'payments.env'));
    const message =
      'COMPACT_SETTINGS: consents.env is of no service; COMPACT_SETTINGS: payments.env cannot be read (EISDIR)';
    expect(() => read()).toThrow(message);
  });

  it.each([
    ['left out', () => ({ COMPACT_SETTINGS: undefined })],
    ['empty', () => ({})],
    ['not there', () => ({ COMPACT_SETTINGS: join(folder, 'none') })],
  ])('%s is refused', (_, variables) => {
    expect(() => read(variables())).toThrow(/^COMPACT_SETTINGS: (must be a folder with a file|cannot be read)/);
  });
});
