import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
let download: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'register-'));
  download = join(folder, 'download.json');
  const entity = (number: string, dates: string[], code: string): object => ({
    CA_OwnerID: 'HR_HNB',
    EntityCode: `PSD_PI!HR_HNB!${number}`,
    EntityType: 'PSD_PI',
    Properties: [{ ENT_NAM: 'Name Ltd' }, { ENT_NAT_REF_COD: number }, { ENT_AUT: dates }],
    Services: [{ HR: [code] }],
  });
  const entities = [
    entity('1', ['2020-01-01'], 'PS_080'),
    entity('2', ['2020-01-01', '2021-01-01'], 'PS_070'),
    entity('3', ['2020-01-01'], 'PS_060'),
  ];
  writeFileSync(download, JSON.stringify([[{ disclaimer: '' }], entities]));
});
afterAll(() => rmSync(folder, { recursive: true }));

function register(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['tools/xs2a.ts', 'register', ...args], { cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

describe('npm run xs2a -- register', () => {
  it('reduces the download to what the gateway needs, and shows the entry of a TPP', async () => {
    const out = join(folder, 'register.json');
    expect(await register('reduce', download, '--out', out)).toEqual({ code: 0, output: `2 entities: ${out}\n` });
    const shown = await register('show', 'PSDHR-HNB-1', '--file', out);
    expect(shown).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Name Ltd, PSD_PI!HR_HNB!1, .*\nauthorised; in HR: AISP\n/),
    });
    expect(await register('show', 'PSDHR-HNB-2', '--file', out)).toMatchObject({
      code: 1,
      output: expect.stringContaining('not authorised now'),
    });
    expect(await register('show', 'PSDHR-HNB-3', '--file', out)).toMatchObject({
      code: 1,
      output: expect.stringContaining('does not name it'),
    });
  });

  it('ends with 2 if an argument or a file is wrong', async () => {
    expect((await register('show', 'PSDHR-HNB-1')).code).toBe(2);
    expect((await register('show', 'PSDHR-HNB-1', '--file', join(folder, 'none.json'))).code).toBe(2);
    expect((await register('reduce', download)).code).toBe(2);
  });
});
