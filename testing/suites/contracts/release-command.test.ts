import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from '../../../tools/programs.ts';

it('"npm run release -- --check" compares every service with its last release', () => {
  const said = execFileSync(process.execPath, ['tools/release.ts', '--check'], { cwd: ROOT, encoding: 'utf8' });
  expect(said).toMatch(/^Nothing breaks accounts .*, payments .*, portal .*, sca .*\.$/m);
});
