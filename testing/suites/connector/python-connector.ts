import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './connector-check.ts';

export const EXAMPLE = join(ROOT, 'examples/python-connector');
export const DURABLE = join(ROOT, 'examples/durable-connector');
const READY = 'connector ready';

/**
 * Installs the packages of the example in a separate folder, once for each content of its requirements. A target folder in place
 * of a virtual environment also works on a system whose Python is managed elsewhere (PEP 668).
 */
export async function pythonPackages(): Promise<string> {
  const requirements = join(EXAMPLE, 'requirements.txt');
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const all = join(ROOT, '.local/python');
  const kept = join(all, hash);
  if (existsSync(kept)) return kept;
  mkdirSync(all, { recursive: true });
  const work = mkdtempSync(join(all, '.fetch-'));
  const target = ['--target', join(work, 'packages'), '--requirement', requirements, '--require-hashes', '--no-deps'];
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-cache-dir', '--only-binary', ':all:'];
  try {
    await promisify(execFile)('python3', ['-m', 'pip', 'install', ...quiet, ...target]);
    // Two test files may install at the same moment: the second finds the folder there.
    if (!existsSync(kept)) renameSync(join(work, 'packages'), kept);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return kept;
}

export interface PythonConnector extends AsyncDisposable {
  readonly log: () => string;
  /** Ends it with SIGTERM and returns its exit code, or null if a signal ended it. */
  readonly end: () => Promise<number | null>;
}

/** Runs an example as its own process until it listens. `folder` has its connector.py, `more` additional variables. */
export async function pythonConnector(
  natsUrl: string,
  folder = EXAMPLE,
  more: Readonly<Record<string, string>> = {},
): Promise<PythonConnector> {
  const env = { ...process.env, PYTHONPATH: await pythonPackages(), NATS_URL: natsUrl, SANDBOX: 'true', ...more };
  const child = spawn('python3', ['-B', 'connector.py'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      log += chunk.toString();
      if (log.includes(READY)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`the connector ended:\n${log}`)));
  });
  await ready;
  return {
    log: () => log,
    end: () => end(child),
    [Symbol.asyncDispose]: async () => {
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return child.exitCode;
}
