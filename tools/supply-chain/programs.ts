import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Program, sha256Of } from './sbom-document.ts';

const TOOLCHAIN = 'tools/toolchain/package-lock.json';
const SERVERS = [
  ['nats-server', 'NATS_SERVER'],
  ['mongod', 'MONGOD'],
] as const;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

/** Returns Node and pnpm of the toolchain, as pinned by its lockfile. */
export function toolchain(root: string): Program[] {
  const { packages } = JSON.parse(readFileSync(join(root, TOOLCHAIN), 'utf8')) as Lock;
  return Object.entries(packages).flatMap(([path, { version = '', integrity = '' }]) => {
    if (path === '') return [];
    const [algorithm, digest = ''] = integrity.split('-');
    if (algorithm !== 'sha512') throw new Error(`${TOOLCHAIN}: ${path} has no SHA-512 integrity`);
    const content = Buffer.from(digest, 'base64').toString('hex');
    return [{ name: path.replace('node_modules/', ''), version, hash: { alg: 'SHA-512', content }, from: TOOLCHAIN }];
  });
}

/** Returns the servers of this machine: from their variable, or from PATH. */
export function servers(env: NodeJS.ProcessEnv): Program[] {
  return SERVERS.map(([name, variable]) => {
    const path = pathOf(env[variable] ?? name, env);
    const version = /v(\d+\.\d+\.\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1] ?? 'unknown';
    return { name, version, hash: { alg: 'SHA-256', content: sha256Of(readFileSync(path)) }, from: path };
  });
}

function pathOf(command: string, { PATH = '' }: NodeJS.ProcessEnv): string {
  const folders = command.includes('/') ? [''] : PATH.split(delimiter);
  const found = folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`there is no ${command}`);
  return realpathSync(found);
}
