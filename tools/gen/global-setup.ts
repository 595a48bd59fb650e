import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PUBLISHED } from './published-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Tests read the files that the gateway publishes: in a fresh clone they are built once. */
export default function setup(): void {
  if (existsSync(`${ROOT}${PUBLISHED}/states`)) return;
  execFileSync(process.execPath, ['tools/build-published.ts'], { cwd: ROOT, stdio: 'inherit' });
}
