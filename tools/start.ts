// Starts all services on this machine with the sandbox bank. Ctrl-C stops them in order.
//   npm start
//   npm start -- --fresh     deletes stored data first
//   npm start -- --compact   runs the services in one process, with half of the memory
//   npm start -- --bank-sign-in                  PSUs sign in at an identity provider, as that of a bank, in place of the portal
//   npm start -- --bank-sign-in --both-factors   and need no code for consents after it
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './command/read-arguments.ts';
import { folderOfProgram, ROOT, SANDBOX } from './programs.ts';
import { withProgress } from './progress.mjs';
import { writeBankSignIn } from './start/bank-sign-in.ts';
import { readPorts, refuseTakenPorts } from './start/ports.ts';
import { clearPreviousStart, forgetStart, rememberStart } from './start/previous-start.ts';
import { type RunningServices, runServices } from './start/run-services.ts';
import { startPlanOf } from './start/start-plan.ts';
import { welcome } from './start/welcome.ts';
import { writeLocalFiles } from './start/write-local-files.ts';

const LOCAL = join(ROOT, '.local');
const STATE = ['nats', 'mongo', 'log'];
const STARTED = join(LOCAL, 'start.json');

const say = (line: string): void => console.log(line);
let running: RunningServices | undefined;
let exitCode = 0;

/** Stops all processes in order, then exits. */
async function end(): Promise<void> {
  if (running !== undefined) {
    await running.stop();
    forgetStart(STARTED);
  }
  process.exit(exitCode);
}

/** @throws Error if the tool failed, which has printed why */
async function build(tool: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [tool, ...args], { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${tool} failed, and nothing was started`);
}

function fail(error: Error): void {
  if (exitCode !== 0) return;
  exitCode = 1;
  console.error(error.message);
  void end();
}

async function start(): Promise<void> {
  const off = { type: 'boolean', default: false } as const;
  const { values } = readArguments(import.meta.filename, {
    options: { fresh: off, compact: off, 'bank-sign-in': off, 'both-factors': off },
  });
  const ports = readPorts(process.env);
  const { IDENTITY_PROVIDER_PORT: providerPort, ...always } = ports;
  const hasProvider = values['bank-sign-in'] || values['both-factors'];
  if (hasProvider) {
    const { PROFILE: preset } = process.env;
    const asked = { preset, port: providerPort, bothFactors: values['both-factors'] };
    // The services inherit it.
    Object.assign(process.env, writeBankSignIn(join(LOCAL, 'bank-sign-in'), asked));
  }
  await clearPreviousStart(STARTED, ROOT, say);
  mkdirSync(LOCAL, { recursive: true });
  rememberStart(STARTED, []);
  await refuseTakenPorts(hasProvider ? ports : always);
  await withProgress('Bundling the services', say, async () => {
    await build('tools/bundle/build.ts', folderOfProgram(SANDBOX));
    await build('tools/build-published.ts');
  });
  if (values.fresh) for (const folder of STATE) rmSync(join(LOCAL, folder), { recursive: true, force: true });
  await writeLocalFiles(ROOT);

  say(`Starting nats-server, mongod and nine services${values.compact ? ' in one process' : ''} …`);
  const { services, ready } = runServices(startPlanOf(ROOT, ports, values), join(LOCAL, 'log'), {
    say,
    onGivenUp: fail,
    onChange: (pids) => rememberStart(STARTED, pids),
  });
  running = services;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!services.isStopping()) say('Stopping …');
      void end();
    });
  }
  await ready;
  if (services.isStopping()) return;
  for (const line of welcome(ports, { hasProvider })) say(line);
  say('XS2A ready');
}

start().catch(fail);
