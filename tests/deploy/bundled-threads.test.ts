import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleService } from '../../tools/bundle/bundle-service.ts';

/** A service that starts a thread, and prints what the thread says. */
const BUILT = {
  'main.js': `import { Worker } from 'node:worker_threads';
    import { FILE } from './inner/start.js';
    new Worker(FILE).on('message', (said) => console.log(said));`,
  'inner/start.js': `const threadFile = (startedBy, name) => new URL(\`./\${name}.js\`, startedBy);
    export const FILE = threadFile(import.meta.url, 'greeting-thread');`,
  'inner/greeting-thread.js': `import { parentPort } from 'node:worker_threads';
    import { GREETING } from '../greeting.js';
    parentPort.postMessage(\`\${GREETING} from \${import.meta.url}\`);`,
  'greeting.js': `export const GREETING = 'Dobar dan';`,
};

it('the thread of a bundled service is bundled with what it loads, and keeps its place', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-threads-'));
  for (const [name, code] of Object.entries(BUILT)) {
    const file = join(folder.path, 'dist', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  await bundleService(folder.path);
  rmSync(join(folder.path, 'dist'), { recursive: true });
  const said = execFileSync(process.execPath, [join(folder.path, 'bundle', 'main.js')], { encoding: 'utf8' });
  expect(said).toMatch(/^Dobar dan from file:.*\/dist\/inner\/greeting-thread\.js\n$/);
});
