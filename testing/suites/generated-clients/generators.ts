import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pythonWith } from '../outside/python.ts';
import { fetchJar } from './fetch-jars.ts';
import { GENERATOR, type Jar, OLDER_GENERATOR } from './pins.ts';
import { type Ended, runProgram } from './run-program.ts';

const CLIENTS = join(import.meta.dirname, 'clients');
/** Outside the workspace: the packages in the lock file of the clients, and below them a folder for each generator. */
const KEPT = fileURLToPath(new URL('../../../.local/client-check', import.meta.url));
const STRICT = '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --types node'.split(' ');
const LIST = 'generated-client-requirements.txt';

/** One generator of clients: the steps from the document to calls. The last one runs the program, which writes one line of JSON. */
interface Generator {
  readonly name: string;
  /** `given` is the argument of the program: address, headers, consent and order. */
  readonly steps: (document: string, given: string, folder: string) => readonly (() => Promise<Ended>)[];
}

export const GENERATORS: readonly Generator[] = [
  ...[OLDER_GENERATOR, GENERATOR].flatMap((jar) => [
    {
      name: `OpenAPI Generator ${versionOf(jar)}, typescript-fetch`,
      // With its default names, version 7.23 reads each mandatory field that begins with a line in a way that strict refuses.
      steps: (document: string, given: string, folder: string) => [
        () => openApiGenerator(jar, document, folder, 'typescript-fetch', 'modelPropertyNaming=original'),
        ...typescript('typescript-fetch.mts', given, folder),
      ],
    },
    {
      name: `OpenAPI Generator ${versionOf(jar)}, python`,
      steps: (document: string, given: string, folder: string) => [
        () => openApiGenerator(jar, document, folder, 'python', 'packageName=generated_client'),
        () => python(['client/openapi_generator.py', given], folder, 'openapi_generator.py'),
      ],
    },
  ]),
  {
    name: 'openapi-typescript with openapi-fetch',
    steps: (document, given, folder) => [
      () => fromNpm('openapi-typescript', [document, '-o', 'client.ts'], folder),
      ...typescript('openapi-typescript.mts', given, folder),
    ],
  },
  {
    name: 'orval',
    steps: (document, given, folder) => [
      () => fromNpm('orval', ['--input', document, '--output', 'client.ts', '--client', 'fetch'], folder),
      ...typescript('orval.mts', given, folder),
    ],
  },
  {
    name: 'datamodel-codegen',
    steps: (document, given, folder) => [
      () => python([...MODELS, '--input', document, '--output', 'client/generated_models.py'], folder),
      () => python(['client/datamodel_codegen.py', given], folder, 'datamodel_codegen.py'),
    ],
  },
  {
    name: 'oapi-codegen',
    steps: (document, given, folder) => [
      () => go(['tool', 'oapi-codegen', ...TYPES, '-o', 'client/client.go', document], folder),
      () => go(['vet', '.'], folder),
      () => go(['run', '.', given], folder),
    ],
  },
];
const MODELS = ['-m', 'datamodel_code_generator', '--input-file-type', 'openapi', '--output-model-type'].concat(
  'pydantic_v2.BaseModel',
);
const TYPES = ['-generate', 'types,client', '-package', 'client'];

/** Returns a separate folder for a generator, inside the installed packages. */
export function folderFor(index: number): string {
  const folder = join(KEPT, `client-${index}`);
  mkdirSync(join(folder, 'client'), { recursive: true });
  return folder;
}

/** Installs the packages of the lock file, without install scripts. */
export async function installFromNpm(): Promise<void> {
  mkdirSync(KEPT, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(CLIENTS, name), join(KEPT, name));
  const { code, output } = await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], KEPT);
  if (code !== 0) throw new Error(`npm ci failed:\n${output}`);
}

function versionOf({ path }: Jar): string {
  return path.split('/').at(-2) ?? '';
}

async function openApiGenerator(jar: Jar, document: string, folder: string, language: string, option: string) {
  const what = ['-i', document, '-g', language, '-o', join(folder, 'client'), '--additional-properties', option];
  return runProgram('java', ['-Xmx700m', '-jar', await fetchJar(jar), 'generate', ...what]);
}

function fromNpm(program: string, args: readonly string[], folder: string): Promise<Ended> {
  return runProgram(join(KEPT, 'node_modules/.bin', program), args, folder);
}

function typescript(program: string, given: string, folder: string): (() => Promise<Ended>)[] {
  const main = join(folder, program);
  const outfile = join(folder, 'main.mjs');
  return [
    () => {
      cpSync(join(CLIENTS, program), main);
      return fromNpm('tsc', [...STRICT, main], folder);
    },
    async () => {
      await build({ entryPoints: [main], bundle: true, platform: 'node', format: 'esm', outfile });
      return runProgram(process.execPath, [outfile, given]);
    },
  ];
}

async function python(args: readonly string[], folder: string, program?: string): Promise<Ended> {
  const run = await pythonWith(LIST);
  if (program !== undefined) cpSync(join(CLIENTS, program), join(folder, 'client', program));
  return run(args, {}, folder);
}

function go(args: readonly string[], folder: string): Promise<Ended> {
  for (const name of ['go.mod', 'go.sum', 'main.go']) cpSync(join(CLIENTS, name), join(folder, name));
  return runProgram('go', args, folder);
}
