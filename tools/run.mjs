// Runs a script of this repository (tools/scripts.mjs) from a bare clone: node tools/run.mjs <script> [arguments].
// Plain JavaScript without dependencies, on Node 18 and newer; everything it fetches stays inside the repository.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withProgress } from './progress.mjs';
import { nameServers, provision, provisionManifestTools, provisionToxiproxy } from './provision.mjs';
import { runCommand } from './run-command.mjs';
import { commandOf, findRow, namesOf } from './scripts.mjs';

const NODE_MAJOR = 24;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOLCHAIN = join(ROOT, 'tools', 'toolchain');
const MODULES = join(TOOLCHAIN, 'node_modules');
const REFUSED = 2;
const PARENT_POLL_MS = 500;
const PLATFORM = `${process.platform}-${process.arch}`;
/** Platforms for which tools/toolchain has Node and pnpm. */
const HAS_PACKAGES = ['linux-x64', 'linux-arm64'].includes(PLATFORM);
/** Without a network the cause is reported within half a minute: npm and pnpm would wait for minutes. */
const GIVES_UP_SOON = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '4000',
};
const say = (line) => console.error(line);

/** Does the work once for each content of the file. */
async function oncePer(file, made, work) {
  const stamp = join(ROOT, '.local', 'stamps', made.replaceAll(/[\\/]/g, '-'));
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex');
  const isDone = existsSync(join(ROOT, made)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isDone) return;
  await work();
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, hash);
}

async function installToolchain() {
  const what = `Fetching Node ${NODE_MAJOR} and pnpm`;
  say(`${what} …`);
  const args = ['ci', '--include=optional', '--no-audit', '--no-fund'];
  const { code, output } = await withProgress(what, say, () =>
    runCommand('npm', args, { cwd: TOOLCHAIN, env: { ...process.env, ...GIVES_UP_SOON } }),
  );
  // They are optional, as they exist for some platforms only: npm ends with 0 even if it could not fetch them.
  const isFetched =
    existsSync(join(MODULES, '@pnpm', `exe.${PLATFORM}`)) && existsSync(join(MODULES, `node-${PLATFORM}`, 'bin'));
  if (code !== 0 || (HAS_PACKAGES && !isFetched)) {
    throw new Error(
      `Node ${NODE_MAJOR} and pnpm could not be fetched:\n${output}\nIs the package registry of npm reachable?`,
    );
  }
}

/** Folders that go first in PATH. On other systems than Linux with glibc, the installed Node and pnpm are used. */
async function toolFolders() {
  const ownNodeIsEnough = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
  await oncePer('tools/toolchain/package-lock.json', 'tools/toolchain/node_modules', installToolchain);
  const pnpm = join(MODULES, '@pnpm', `exe.${PLATFORM}`);
  const node = join(MODULES, `node-${PLATFORM}`, 'bin');
  if (!ownNodeIsEnough && !existsSync(join(node, 'node'))) {
    throw new Error(
      `Node ${NODE_MAJOR} is needed, this is ${process.versions.node}. Install Node ${NODE_MAJOR} and run again.`,
    );
  }
  if (!existsSync(pnpm) && (await runCommand('pnpm', ['--version'])).code !== 0) {
    throw new Error(
      `pnpm is needed and this repository includes none for ${PLATFORM}. Run: npm install --global pnpm@12`,
    );
  }
  return [...(ownNodeIsEnough ? [] : [node]), pnpm, join(ROOT, 'node_modules', '.bin')];
}

async function installPackages(env) {
  say('Installing packages …');
  // CI: pnpm asks no questions, even when it replaces an existing node_modules.
  const options = { cwd: ROOT, env: { ...env, ...GIVES_UP_SOON, CI: 'true' } };
  const { code, output } = await withProgress('Installing packages', say, () =>
    runCommand('pnpm', ['install', '--frozen-lockfile', '--prod=false'], options),
  );
  if (code !== 0) throw new Error(`pnpm install failed:\n${output}\nIs the package registry reachable?`);
}

/** Runs the script. Signals are forwarded to it, and its exit code is returned. */
function handOver(command, args, env) {
  // Not through `pnpm run`, which exits on a signal before the script has ended.
  const child = spawn('sh', ['-c', `${command} "$@"`, 'sh', ...args], { cwd: ROOT, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) {
    // If npm itself is killed it forwards no signal, and nobody else would stop the child.
    const npm = process.ppid;
    setInterval(() => process.ppid !== npm && child.kill('SIGTERM'), PARENT_POLL_MS).unref();
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** Fetches the needs of a row before it runs: --help needs nothing. */
async function provisionFor({ needs }) {
  const found = await Promise.all([
    needs.includes('servers') ? provision(say) : {},
    needs.includes('toxiproxy') ? provisionToxiproxy(say) : {},
    needs.includes('manifests') ? provisionManifestTools(say) : {},
  ]);
  return Object.assign({}, ...found);
}

/** Answers calls that need no installation: a list of names, or a refusal. */
function answerAtOnce([script, first], { row, refusal }) {
  if (refusal !== undefined) {
    say(refusal);
    process.exit(REFUSED);
  }
  if (row.names !== undefined && ['--help', '-h'].includes(first)) {
    console.log(namesOf(script));
    process.exit(0);
  }
}

const words = process.argv.slice(2);
const found = findRow(words);
answerAtOnce(words, found);
try {
  const { row, args } = found;
  const isHelp = args.includes('--help');
  const installing = toolFolders().then(async (folders) => {
    const env = { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter) };
    await oncePer('pnpm-lock.yaml', 'node_modules', () => installPackages(env));
    return env;
  });
  const [provisioned, env] = await Promise.all([isHelp ? {} : provisionFor(row), installing]);
  if (provisioned.MONGOD !== undefined) for (const line of await nameServers(provisioned)) say(line);
  handOver(commandOf(row), args, { ...env, ...provisioned });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
