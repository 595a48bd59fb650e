import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT = fileURLToPath(new URL('../../../.local/python', import.meta.url));
const INSTALL = [
  'install',
  '--quiet',
  '--disable-pip-version-check',
  '--no-deps',
  '--prefer-binary',
  '--require-hashes',
];
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Exit code and output of a program. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Returns Python with the packages of a list beside this file, installed once into `.local`. */
export async function pythonWith(
  list: string,
): Promise<(args: readonly string[], env?: object, cwd?: string) => Promise<Ended>> {
  const requirements = join(import.meta.dirname, list);
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const packages = join(KEPT, hash);
  if (!existsSync(packages)) await install(requirements, packages);
  return (args, env = {}, cwd) => run(args, { PYTHONPATH: packages, ...env }, cwd);
}

/** Installs beside the final place first, so that an interrupted run leaves nothing incomplete. */
async function install(requirements: string, packages: string): Promise<void> {
  mkdirSync(KEPT, { recursive: true });
  const work = mkdtempSync(join(KEPT, '.install-'));
  const { code, output } = await run(['-m', 'pip', ...INSTALL, '--target', work, '--requirement', requirements]);
  if (code !== 0) {
    rmSync(work, { recursive: true });
    throw new Error(`python3 -m pip install failed (Python 3.10 with pip is needed):\n${output}`);
  }
  try {
    renameSync(work, packages);
  } catch (error) {
    // Another process has installed the same first.
    rmSync(work, { recursive: true });
    if (!existsSync(packages)) throw error;
  }
}

function run(args: readonly string[], env: object = {}, cwd?: string): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      env: { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: '1' },
      maxBuffer: OUTPUT_BYTES_MAX,
      ...(cwd !== undefined && { cwd }),
    };
    const child = execFile('python3', [...args], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, output: `${stdout}${stderr}` });
    });
  });
}
