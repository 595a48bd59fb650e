// Installs the shipped manifests in a real cluster on this machine, and looks what they do (docs/operations/kubernetes.md):
//   npm run verify -- cluster                 builds what it needs at its first run, a quarter of an hour; then some minutes
//   npm run verify -- cluster --rate 10    requests a second while services are rolled, instead of 30
//   npm run verify -- cluster --only sca,nats   rolls these alone, which takes eight minutes for one of them
//   npm run verify -- cluster --keep       leaves the cluster as it is at the end, until the command is interrupted
// It needs root on Linux with Go and the packages of Debian. Nothing is installed, and nothing of it is left at the end but
// .local/cluster/logs and the programs in ~/.cache/xs2a/cluster.
// Exits with 1 where something was not as it has to be, with 2 where the machine cannot run a cluster.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../command/read-arguments.ts';
import { SANDBOX, SERVICE_FOLDERS } from '../programs.ts';
import { fetchDebianPackages } from './fetched/debian-packages.ts';
import { listCustomResourceDefinitions } from './fetched/extensions.ts';
import { buildGoPrograms } from './fetched/go-programs.ts';
import { fetchMongosh } from './fetched/mongosh.ts';
import { LOGS, SHOWN_INSIDE, WORK } from './folders.ts';
import { ImageArchive } from './images/archive.ts';
import { packSandbox } from './images/pack-sandbox.ts';
import { packServers } from './images/pack-servers.ts';
import { listRemains, removeCgroups, removeRemains } from './machine/remove-leftovers.ts';
import { runInNamespaces } from './machine/run-in-namespaces.ts';
import { HERE, missingPrerequisites } from './missing-prerequisites.ts';
import { NOT_COVERED } from './not-covered.ts';
import { Results, type Row } from './results.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = readArguments(import.meta.filename, {
  options: {
    rate: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const only = values.only?.split(',');
const workloads = [...SERVICE_FOLDERS.keys(), 'nats', 'mongodb'];
const unknown = only?.find((name) => !workloads.includes(name));
if (unknown !== undefined || !(Number(values.rate) > 0)) {
  process.stderr.write(
    unknown === undefined
      ? `--rate: ${values.rate} is no number above 0\n`
      : `--only: there is no ${unknown}; there are ${workloads.join(', ')}\n`,
  );
  process.exit(2);
}
const missing = missingPrerequisites(HERE);
if (missing.length > 0) {
  process.stderr.write(
    `A cluster cannot run on this machine. It lacks\n${missing.map((line) => `  ${line}\n`).join('')}`,
  );
  process.exit(2);
}

const shown = new Results(say);
try {
  await removeRemains();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}
rmSync(WORK, { recursive: true, force: true });
mkdirSync(WORK, { recursive: true });
let isDone = false;
try {
  await shown.step('programs of the cluster', () => {
    buildGoPrograms(say);
    fetchDebianPackages(say);
    fetchMongosh(say);
    listCustomResourceDefinitions();
  });
  await shown.step(
    'images of all services by deploy/Dockerfile, packed without an engine',
    packImages,
    (sizes) => sizes,
  );
  const order = { rate: Number(values.rate), keep: values.keep, only };
  const code = await runInNamespaces(join(import.meta.dirname, 'run-in-namespaces.ts'), [JSON.stringify(order)]);
  isDone = code === 0;
  // Missing if it was interrupted.
  if (existsSync(SHOWN_INSIDE)) shown.rows.push(...(JSON.parse(readFileSync(SHOWN_INSIDE, 'utf8')) as Row[]));
  const [load = 0] = loadavg();
  say(`load of this machine: ${load.toFixed(0)} on ${availableParallelism()} processors`);
  await removeCgroups();
  await shown.step('no process, mount or cgroup is left', () => {
    const left = listRemains();
    if (left.length > 0) throw new Error(left.join('; '));
  });
} catch (error) {
  isDone = false;
  say((error as Error).message);
}
for (const entry of readdirSync(WORK)) {
  if (join(WORK, entry) !== LOGS) rmSync(join(WORK, entry), { recursive: true, force: true });
}
report(shown.rows);
process.exitCode = isDone && shown.rows.every(({ isFault }) => !isFault) ? 0 : 1;

async function packImages(): Promise<string> {
  const [folder, work] = [join(WORK, 'archive'), join(WORK, 'layers')];
  const archive = new ImageArchive(folder);
  await packSandbox(archive, work);
  await packServers(archive, work, {
    nats: process.env['NATS_SERVER'] ?? 'nats-server',
    mongod: process.env['MONGOD'] ?? 'mongod',
  });
  mkdirSync(join(WORK, 'images'));
  archive.write(join(WORK, 'images', 'all.tar'));
  for (const made of [folder, work]) rmSync(made, { recursive: true });
  return `base ${archive.sizeOf('base')} MiB, and beside it ${SANDBOX} ${archive.sizeOf(SANDBOX)} MiB`;
}

function report(rows: readonly Row[]): void {
  say('\nShown on this machine:');
  for (const { what, result, isFault, seconds } of rows)
    say(`  ${isFault ? 'FAILED' : 'ok    '} ${what}: ${result} (${seconds.toFixed(0)} s)`);
  say('\nNot shown here:');
  for (const line of NOT_COVERED) say(`  ${line}`);
}
