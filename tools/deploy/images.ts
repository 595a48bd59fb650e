// Builds the image of every service by deploy/Dockerfile, with the engine that answers (Docker or Podman):
//   npm run images                         all services, all of them in one process (compact), the sandbox, and the commands (cli)
//   npm run images -- --service payments   one or several of them
//   npm run images -- --build-image <name> builds in another image with Node 24, npm and glibc
//   npm run images -- --network host       builds in the network of the machine, where containers reach no package registry
// Prints name, size and id of each. Exits with 1 where no engine answers or a build fails.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../command/read-arguments.ts';
import { COMMANDS_FOLDER, PROGRAM_FOLDERS, ROOT } from '../programs.ts';

const ENGINES = ['docker', 'podman'] as const;
const MIB = 2 ** 20;

/** The image `cli` has the commands of operators. */
const FOLDERS = new Map([...PROGRAM_FOLDERS, ['cli', COMMANDS_FOLDER]]);
const services = [...FOLDERS.keys()];
const { values } = readArguments(import.meta.filename, {
  options: {
    service: { type: 'string', multiple: true },
    'build-image': { type: 'string' },
    network: { type: 'string' },
  },
});
const wanted = values.service ?? services;

/** Reason why an engine cannot build here; undefined if it can. */
function whyNot(engine: string): string | undefined {
  // The version of the server: a client alone builds nothing.
  const asked = spawnSync(engine, ['version', '--format', '{{.Server.Version}}'], { encoding: 'utf8' });
  if (asked.error !== undefined) return 'is not installed';
  return asked.status === 0 ? undefined : asked.stderr.trim().split('\n').at(-1);
}

function build(engine: string, service: string): void {
  const folder = join(ROOT, FOLDERS.get(service) ?? '');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const name = `xs2a/${service}:${version}`;
  const buildImage = values['build-image'] === undefined ? [] : ['--build-arg', `BUILD_IMAGE=${values['build-image']}`];
  const network = values.network === undefined ? [] : ['--network', values.network];
  const what = ['--build-arg', `SERVICE=${service}`, '--build-arg', `VERSION=${version}`, ...buildImage];
  execFileSync(
    engine,
    ['build', '--file', 'deploy/Dockerfile', '--target', 'service', '--tag', name, ...network, ...what, '.'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      // The same sources give the same image: BuildKit takes the time of its files and of itself from here.
      env: { ...process.env, DOCKER_BUILDKIT: '1', SOURCE_DATE_EPOCH: '0' },
    },
  );
  const [size = '0', id] = execFileSync(engine, ['image', 'inspect', '--format', '{{.Size}} {{.Id}}', name], {
    encoding: 'utf8',
  })
    .trim()
    .split(' ');
  process.stdout.write(`${name} ${Math.round(Number(size) / MIB)} MiB ${id}\n`);
}

const unknown = wanted.filter((service) => !services.includes(service));
const reasons = ENGINES.map((engine) => [engine, whyNot(engine)] as const);
const engine = reasons.find(([, reason]) => reason === undefined)?.[0];
if (unknown.length > 0) {
  process.stderr.write(`--service: there is no service ${unknown.join(', ')}\n`);
  process.exitCode = 2;
} else if (engine === undefined) {
  const lines = reasons.map(([name, reason]) => `  ${name}: ${reason}\n`);
  process.stderr.write(`No engine that builds images answers:\n${lines.join('')}`);
  process.exitCode = 1;
} else {
  try {
    for (const service of wanted) build(engine, service);
  } catch (error) {
    process.stderr.write(`${engine}: ${(error as Error).message.split('\n')[0]}\n`);
    process.exitCode = 1;
  }
}
