import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleFolder } from '../../../../tools/bundle/bundle-folder.ts';

/** A service that starts a thread, and prints what the thread says. */
const SOURCES = {
  'main.ts': `import { Worker } from 'node:worker_threads';
    import { FILE } from './inner/start.ts';
    new Worker(FILE).on('message', (said) => console.log(said));`,
  'inner/start.ts': `const threadFile = (startedBy: string, name: string) => new URL(\`./\${name}.ts\`, startedBy);
    export const FILE = threadFile(import.meta.url, 'greeting-thread');`,
  'inner/greeting-thread.ts': `import { parentPort } from 'node:worker_threads';
    import { GREETING } from '../greeting.ts';
    parentPort?.postMessage(\`\${GREETING} from \${import.meta.url}\`);`,
  'greeting.ts': `export const GREETING = 'Dobar dan';`,
};

it('the thread of a bundled service is bundled with its imports, and keeps its path', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-threads-'));
  for (const [name, code] of Object.entries(SOURCES)) {
    const file = join(folder.path, 'src', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  await bundleFolder(folder.path);
  rmSync(join(folder.path, 'src'), { recursive: true });
  const said = execFileSync(process.execPath, [join(folder.path, 'bundle', 'main.js')], { encoding: 'utf8' });
  expect(said).toMatch(/^Dobar dan from file:.*\/src\/inner\/greeting-thread\.ts\n$/);
});
