// Changes code in small ways, one at a time, and reports the changes that no test detects (StrykerJS):
//   npm run verify -- mutation contracts                                    a package or service: its rules
//   npm run verify -- mutation gateway --mutate src/limits/fair-share.ts    files of it, with their tables
// Without --mutate it changes the modules that have a test beside them which starts no server. With it, it runs the test beside each
// file, or else those of its folder, even if they start servers. The report is in .local/mutation. Always exits with 0.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { readArguments } from '../command/read-arguments.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Pattern of tests that start servers, or use those of the run. */
const OF_SERVERS = /\b(natsServer|mongod|testServers|start\w+)\(|\.listen\(/;
/** A changed program that takes this much longer counts as an endless loop. The machine may be loaded. */
const LONGER_MS_MAX = 20_000;

const { values, positionals } = readArguments(import.meta.filename, {
  options: { mutate: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const [name = ''] = positionals;
const folder = ['packages', 'services', 'sandbox', 'testing']
  .map((kind) => `${kind}/${name}`)
  .find((one) => existsSync(join(ROOT, one)));
const { files, tests } = name === '' || folder === undefined ? { files: [], tests: [] } : chosen(folder, values.mutate);
if (files.length === 0) {
  process.stderr.write(`Nothing to change in "${name}": name a package or a service, and files of it.\n`);
  process.exit(2);
}
process.env['MUTATION_TESTS'] = tests.join('\n');
process.chdir(ROOT);
await new Stryker({
  mutate: files,
  // Tables are created when their module is loaded, so that all tests must be repeated: they are changed only if named.
  ignoreStatic: values.mutate === undefined,
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  // Finds all tests that detect a change, not only the first one.
  disableBail: true,
  coverageAnalysis: 'perTest',
  timeoutMS: LONGER_MS_MAX,
  // Only files that tests read are copied; TypeScript 7 has no API with which StrykerJS could rewrite its settings.
  ignorePatterns: ['.local', '**/bundle', 'docs', 'deploy'],
  tsconfigFile: 'none',
  tempDirName: '.local/mutation/copy',
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.local/mutation/${name}.json` },
  htmlReporter: { fileName: `.local/mutation/${name}.html` },
}).runMutationTest();

/** Returns the files to change and the tests to run, from the root of the repository. */
function chosen(folder: string, named: readonly string[] | undefined): { files: string[]; tests: string[] } {
  const find = (pattern: string): string[] => globSync(`${folder}/${pattern}`, { cwd: ROOT });
  if (named !== undefined) {
    const files = named.flatMap(find);
    return { files, tests: [...new Set(files.map(testsOf))] };
  }
  const tests = find('src/**/*.test.ts').filter((test) => {
    const text = readFileSync(join(ROOT, test), 'utf8');
    return existsSync(join(ROOT, moduleOf(test))) && !OF_SERVERS.test(text);
  });
  return { files: tests.map(moduleOf), tests };
}

function moduleOf(test: string): string {
  return test.replace(/\.test\.ts$/, '.ts');
}

function testsOf(file: string): string {
  const beside = file.replace(/\.ts$/, '.test.ts');
  return existsSync(join(ROOT, beside)) ? beside : `${dirname(file)}/*.test.ts`;
}
