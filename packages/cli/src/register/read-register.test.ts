import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reduce } from './read-register.ts';

it('reducing the register reports the entities read, which takes many seconds for the whole register', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reduce-'));
  try {
    const [download, out] = [join(folder, 'download.json'), join(folder, 'register.json')];
    const branch = { CA_OwnerID: 'HR_HNB', EntityCode: 'PSD_BR!HR_HNB!1', EntityType: 'PSD_BR', Properties: [] };
    const institution = {
      ...branch,
      EntityCode: 'PSD_PI!HR_HNB!2',
      EntityType: 'PSD_PI',
      Services: [{ HR: ['PS_080'] }],
    };
    writeFileSync(download, JSON.stringify([[{ disclaimer: '' }], [branch, institution]]));
    const counts: string[] = [];
    await reduce({ download, out }, { envOf: () => Promise.resolve({}), local: folder }, (count) => counts.push(count));
    expect(counts).toEqual(['1 of 3 entities', '2 of 3 entities', '3 of 3 entities']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
