import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, guard, lookForServer } from '@xs2a/test-kit';
import { type Ports, type PortVariable, readPorts } from '../../../tools/start/ports.ts';
import { runServices } from '../../../tools/start/run-services.ts';
import { startPlanOf } from '../../../tools/start/start-plan.ts';
import { writeLocalFiles } from '../../../tools/start/write-local-files.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Copied, because the commands look for `.local` beside their own folder. */
const COPIED = ['tools', 'package.json'];
const LEFT_OUT = ['.local', '.git', ...COPIED];
const SERVERS = ['mongod', 'nats-server'] as const;
const USUAL = readPorts({});

/** A clone of this repository in which `npm start` runs, on separate ports. */
export interface Clone extends AsyncDisposable {
  readonly folder: string;
  /** Environment, with the variables that a terminal sets about itself. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns a command of a page with the ports of this clone in place of the usual ones. */
  readonly here: (command: string) => string;
}

/** Starts it without the `.local` of this repository, which belongs to its developer. */
export async function startClone(): Promise<Clone> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-clone-'));
  for (const name of readdirSync(ROOT)) if (!LEFT_OUT.includes(name)) symlinkSync(join(ROOT, name), join(folder, name));
  const filter = (path: string): boolean => !path.endsWith('node_modules');
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  const programs = join(folder, '.local', 'bin');
  mkdirSync(programs, { recursive: true });
  for (const name of SERVERS) symlinkSync(lookForServer(name) ?? name, join(programs, name));
  await writeLocalFiles(folder);

  const ports = Object.fromEntries(
    await Promise.all(Object.keys(USUAL).map(async (name) => [name, await freePort()])),
  ) as Ports;
  const failed = Promise.withResolvers<never>();
  let guards: ReturnType<typeof guard>[] = [];
  const { services, ready } = runServices(
    startPlanOf(folder, ports, { compact: true }),
    join(folder, '.local', 'log'),
    {
      say: () => undefined,
      onGivenUp: failed.reject,
      onChange: (pids) => {
        for (const one of guards) one.kill('SIGKILL');
        guards = pids.map(({ pid }) => guard(pid));
      },
    },
  );
  const dispose = async (): Promise<void> => {
    await services.stop();
    for (const one of guards) one.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  };
  await Promise.race([ready, failed.promise]).catch(async (reason: unknown) => {
    await dispose();
    throw reason;
  });
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const here = (command: string): string =>
    command.replaceAll(/\b(localhost|127\.0\.0\.1):(\d+)\b/g, (address, host: string, port: string) => {
      const name = (Object.keys(USUAL) as PortVariable[]).find((one) => USUAL[one] === Number(port));
      return name === undefined ? address : `${host}:${ports[name]}`;
    });
  return { folder, env: { ...process.env, ...env }, here, [Symbol.asyncDispose]: dispose };
}
