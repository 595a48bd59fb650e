import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshDatabaseName, lookForServer, testServers } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { SERVICE_FOLDERS } from '../../../tools/programs.ts';
import { blocksOf, COMMANDS, optionsIn, ROOT, read, shellOf, wrongIn } from './page-commands.ts';

const FOLDER = join(ROOT, 'docs', 'operations');
const run = promisify(execFile);
/** Returns all sources below some folders. */
const readAll = (...folders: string[]): string =>
  folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map(read)
    .join('\n');
const PAGES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const READING_ORDER = ['install.md', 'backup.md', 'keys.md', 'incidents.md', 'monitoring.md', 'statistics.md'];
const textOf = (page: string): string => PAGES.find(({ name }) => name === page)?.text ?? '';
const DATABASES = ['PAYMENTS', 'CONSENT', 'SCA', 'BANK', 'ACCOUNTS', 'NOTIFIER'];

/** The options of programs that a test machine does not have, as far as the pages use them. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  mongosh: ['--eval', '--tls', '--tlsCAFile', '--tlsAllowInvalidHostnames'],
  mongodump: ['--uri', '--oplog', '--gzip', '--out'],
  mongorestore: ['--uri', '--oplogReplay', '--gzip'],
  git: ['clone', '--follow-tags'],
  node: [],
  curl: ['-s'],
};

/** Whether the line sets an environment variable. */
const isVariable = (line: string): boolean => {
  const [, name = ''] = /^([A-Z_]+)=\S+$/.exec(line) ?? [];
  return read('docs/configuration.md').includes(`\`${name}\``);
};

/** $XS2A: the output folder of the shell commands on the pages. They run once, in reading order. */
let made: Promise<string> | undefined;
function shellRun(): Promise<string> {
  made ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'xs2a-operations-'));
    const database = freshDatabaseName('operations');
    const env = {
      ...process.env,
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      XS2A: folder,
      MONGO_URL: testServers().mongoUrl,
      MONGO_DATABASE: database,
      ...Object.fromEntries(DATABASES.map((name) => [`MONGO_DATABASE_${name}`, `${database}-${name.toLowerCase()}`])),
    };
    // Each command is printed before it runs, so that a failure names it.
    await run('bash', ['-c', shellOf(READING_ORDER.flatMap((name) => blocksOf(textOf(name), 'sh')))], {
      cwd: ROOT,
      env,
    });
    return folder;
  })();
  return made;
}

describe('the pages for operators', () => {
  it('have shell commands that run as written, in reading order', async () => {
    await shellRun();
    expect(
      PAGES.map(({ name }) => name).filter(
        (name) => !READING_ORDER.includes(name) && blocksOf(textOf(name), 'sh').length > 0,
      ),
    ).toEqual([]);
  });

  it('give commands only options that exist', async () => {
    const mongod = (await run(lookForServer('mongod') ?? 'mongod', ['--help'])).stdout;
    const wrong: string[] = [];
    for (const { name, text } of PAGES) {
      const lines = blocksOf(text, 'text').flatMap((block) =>
        block.startsWith('server_name')
          ? []
          : block
              .trim()
              .split('\n')
              .map((line) => line.replace(/ +# .*$/, '')),
      );
      for (const line of lines) {
        const [program = ''] = line.split(' ');
        const known = program === 'mongod' ? optionsIn(mongod) : [...(OPTIONS[program] ?? [])];
        if (program === 'npm') wrong.push(...wrongIn(line).map((one) => `${name}: ${one}`));
        else if (program === 'mongod' || Object.hasOwn(OPTIONS, program))
          wrong.push(
            ...optionsIn(line)
              .filter((option) => !known.includes(option))
              .map((option) => `${name}: ${program} ${option}`),
          );
        else if (line !== 'nats-server --config nats.conf' && !isVariable(line)) wrong.push(`${name}: ${line}`);
      }
      for (const line of blocksOf(text, 'sh')
        .join('\n')
        .split('\n')
        .filter((one) => one.startsWith('npm run')))
        wrong.push(...wrongIn(line).map((one) => `${name}: ${one}`));
    }
    expect(wrong).toEqual([]);
  });

  it('give the bus a configuration that nats-server accepts, with the identities and certificates they create', async () => {
    const folder = await shellRun();
    const configurations = PAGES.flatMap(({ text }) => blocksOf(text, 'text')).filter((block) =>
      block.startsWith('server_name'),
    );
    expect(configurations.length).toBeGreaterThan(0);
    for (const configuration of configurations) {
      const file = join(folder, 'nats.conf');
      writeFileSync(file, configuration);
      const options = { cwd: folder };
      const { stderr, stdout } = await run(lookForServer('nats-server') ?? 'nats-server', ['-t', '-c', file], options);
      expect(stderr + stdout).toContain('configuration file');
    }
  });

  it('give the database a configuration that mongod accepts', async () => {
    const folder = await shellRun();
    const configurations = PAGES.flatMap(({ text }) => blocksOf(text, 'yaml')).filter((block) =>
      block.startsWith('storage'),
    );
    expect(configurations.length).toBeGreaterThan(0);
    for (const configuration of configurations) {
      writeFileSync(join(folder, 'mongod.conf'), configuration);
      const options = { cwd: folder };
      const mongod = lookForServer('mongod') ?? 'mongod';
      // With --outputConfig mongod reads its configuration, and the files named there, and ends.
      const { stdout } = await run(mongod, ['--config', 'mongod.conf', '--outputConfig'], options);
      expect(stdout).toContain('mode: requireTLS');
    }
  });

  it('name commands, variables and metrics that exist', () => {
    const configuration = read('docs/configuration.md');
    const metrics = readAll(
      'packages/service-kit/src',
      ...[...SERVICE_FOLDERS.values()].map((folder) => `${folder}/src`),
    );
    const commands = readAll('tools', 'packages/cli/src');
    const unknown = PAGES.flatMap(({ name, text }) => {
      const named = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, one = '']) => one);
      return [
        ...named(/`npm run ([\w-]+)/g).filter((one) => !COMMANDS.has(one)),
        ...named(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`=]/g).filter(
          (one) =>
            !configuration.includes(`\`${one}\``) && !read('docs/errors.md').includes(one) && !commands.includes(one),
        ),
        ...named(/`(xs2a_\w+)`/g).filter((one) => !metrics.includes(one)),
      ].map((one) => `${name}: ${one}`);
    });
    expect(unknown).toEqual([]);
  });
});
