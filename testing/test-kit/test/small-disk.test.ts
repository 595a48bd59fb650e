import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { smallDisk } from '../src/small-disk.ts';

it('a small disk is filled to its last page while others write to it too, and has space again when it is emptied', async () => {
  await using disk = await smallDisk(8);
  // Mounting takes Linux and root.
  if (disk === undefined) return;
  const file = join(disk.folder, 'of-another');
  const page = Buffer.alloc(4_096);
  let isFilling = true;
  const storing = (async () => {
    while (isFilling) await writeFile(file, page, { flag: 'a' }).catch(() => undefined);
  })();
  await disk.fill();
  isFilling = false;
  await storing;
  await expect(writeFile(file, page, { flag: 'a' })).rejects.toMatchObject({ code: 'ENOSPC' });
  await disk.empty();
  await writeFile(file, page, { flag: 'a' });
});
