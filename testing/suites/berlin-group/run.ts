// Sends the examples of the Berlin Group's own OpenAPI file to a system with the berlin-group preset, and validates every
// response against its schemas:
//   npm run verify -- berlin-group psd2-api_v1.3.11-2021-10-01v1.yaml
// The file is not part of this repository: docs/berlin-group.md names its source.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../../tools/command/read-arguments.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [named] = readArguments(import.meta.filename, { options: {}, allowPositionals: true }).positionals;
const file = named === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? root, named);

if (file === undefined || !existsSync(file)) {
  process.stderr.write(`${file === undefined ? 'Name the file' : `${file} is not there`}: see docs/berlin-group.md\n`);
  process.exitCode = 2;
} else {
  const { status } = spawnSync('vitest', ['run', '--config', 'testing/suites/berlin-group/vitest.config.ts'], {
    cwd: root,
    env: { ...process.env, BERLIN_GROUP_FILE: file },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
