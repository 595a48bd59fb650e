import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readDockerfile } from '../../../tools/cluster/images/read-dockerfile.ts';
import { issueAsOrdered } from '../../../tools/cluster/install/certificates.ts';
import { documentedCommands } from '../../../tools/cluster/install/documented-commands.ts';
import { makeKeysAsDocumented } from '../../../tools/cluster/install/install.ts';
import { NAMESPACE, PORTAL_URL, writeOverlay } from '../../../tools/cluster/install/overlay.ts';
import { HERE, type Machine, missingPrerequisites } from '../../../tools/cluster/missing-prerequisites.ts';
import { fetchedTool, type Manifest, makersOfPods, ofKind, render } from './rendered.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const COMPLETE: Machine = { platform: 'linux', user: 0, has: () => true, exists: () => true };

const RUN_IN_NAMESPACES = join(ROOT, 'tools', 'cluster', 'machine', 'run-in-namespaces.ts');

/** Processes of this machine whose command line names a file. */
function processesOf(file: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
          .split('\0')
          .includes(file)
      );
    } catch {
      return false;
    }
  });
}

/** Runs the command on a machine without any program. */
function check(...args: string[]) {
  return promisify(execFile)(process.execPath, ['tools/cluster/cluster-check.ts', ...args], {
    cwd: ROOT,
    env: { PATH: mkdtempSync(join(tmpdir(), 'xs2a-empty-')) },
  });
}

describe('npm run verify -- cluster', () => {
  it('names what a machine lacks, and prints nothing if it lacks nothing', () => {
    expect(missingPrerequisites(COMPLETE)).toEqual([]);
    expect(missingPrerequisites({ ...COMPLETE, platform: 'darwin' })).toEqual(['Linux: this is darwin']);
    expect(missingPrerequisites({ ...COMPLETE, user: 1_000 })).toEqual([
      'root: namespaces, mounts and cgroups of the cluster need it',
    ]);
    expect(missingPrerequisites({ ...COMPLETE, has: (program) => program !== 'go' })).toEqual([
      'the program go (Go 1.21 or newer, to build Kubernetes)',
    ]);
    expect(missingPrerequisites({ ...COMPLETE, exists: (path) => path === '/sys/fs/cgroup/cpu' })).toContain(
      'the cgroup controller memory',
    );
  });

  it('ends with 2 where a program is missing', async () => {
    await expect(check()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('It lacks\n') });
  });

  it('refuses a workload that does not exist', async () => {
    const stderr = expect.stringMatching(/^--only: there is no payment; there are accounts, /) as string;
    await expect(check('--only', 'payment,sca')).rejects.toMatchObject({ code: 2, stderr });
  });

  it('installs the sandbox as shipped except for requests and the address of the portal', async () => {
    const folder = writeOverlay(mkdtempSync(join(ROOT, '.local', 'overlay-')));
    const { stdout } = await promisify(execFile)(fetchedTool('KUBECTL', 'kubectl'), ['kustomize', folder], {
      maxBuffer: 16 * 2 ** 20,
    });
    const own = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    const shipped = await render('sandbox');
    const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name.replace(/^addresses-\w+$/, '')}`;
    expect(own.map(nameOf)).toEqual(shipped.map(nameOf));
    expect(new Set(own.flatMap(({ metadata }) => metadata.namespace ?? []))).toEqual(new Set([NAMESPACE]));
    const addresses = ofKind(own, 'ConfigMap').find(({ metadata }) => metadata.name.startsWith('addresses-'));
    expect(addresses?.data).toEqual({ 'gateway-url': 'https://xs2a.bank.example', 'portal-url': PORTAL_URL });
  });

  it('issues every certificate that the overlay requests', async () => {
    const shipped = await render('sandbox');
    const { secrets } = await issueAsOrdered(shipped);
    const names = secrets.map((secret) => (secret as Manifest).metadata.name);
    const wanted = shipped.flatMap(({ spec }) => {
      const mounted = spec?.template?.spec?.volumes ?? [];
      return mounted.flatMap(({ secret }) =>
        secret?.secretName?.endsWith('-tls') === true ? [secret.secretName] : [],
      );
    });
    expect(wanted.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('builds the sandbox with the commands of the build file', () => {
    const { baseFiles, serviceFiles, process: config } = readDockerfile();
    expect(baseFiles).toContain('/base/usr/bin/node');
    expect(serviceFiles).toMatch(/deploy --prod .*\/app/);
    expect(config).toMatchObject({
      User: '10001:10001',
      WorkingDir: '/app',
      Env: ['PATH=/usr/bin', 'NODE_ENV=production', 'MALLOC_ARENA_MAX=2', 'MALLOC_TRIM_THRESHOLD_=131072'],
    });
    expect(config.Entrypoint[0]).toBe('/usr/bin/node');
  });

  it('runs the commands on the page about Kubernetes', () => {
    const [production = '', sandbox = ''] = documentedCommands('Variables of the commands');
    const variables = (text: string): string[] => Array.from(text.matchAll(/([A-Z_0-9]+)=/g), ([, name = '']) => name);
    expect(new Set(variables(sandbox))).toEqual(new Set(variables(production)));
    const commands = ['Keys', 'The MongoDB for trials', 'Install and upgrade'].flatMap((one) =>
      documentedCommands(one),
    );
    const used = commands.join('').matchAll(/\$([A-Z][A-Z_0-9]*)/g);
    expect(Array.from(used, ([, name = '']) => name).filter((name) => !variables(sandbox).includes(name))).toEqual([]);
    expect(() => documentedCommands('Nothing')).toThrow('no commands below "Nothing"');
  });

  it('makes every Secret of the sandbox from files that the commands of the page have made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'xs2a-keys-'));
    const program = join(folder, 'kubectl-without-cluster');
    // The real program: everything but the request to a cluster.
    const real = fetchedTool('KUBECTL', 'kubectl');
    const dry = `if [ "$1" = create ]; then set -- "$@" --dry-run=client; fi`;
    writeFileSync(program, `#!/bin/sh\n${dry}\nexec ${real} "$@"\n`, { mode: 0o755 });
    const kubeconfig = join(folder, 'kubeconfig');
    const context = { name: 'none', context: { cluster: 'none', user: 'none' } };
    writeFileSync(kubeconfig, JSON.stringify({ 'current-context': 'none', contexts: [context] }));
    const said = makeKeysAsDocumented({ program, kubeconfig }, folder);
    const shipped = await render('sandbox');
    const made = Array.from(said.matchAll(/^secret\/(\S+) created/gm), ([, name = '']) => name);
    const issued = ofKind(shipped, 'Certificate').map(({ spec }) => spec.secretName);
    const read = makersOfPods(shipped).flatMap(({ spec }) =>
      (spec.template.spec.volumes ?? []).flatMap(({ secret, projected }) =>
        [secret?.secretName ?? [], ...(projected?.sources.map((source) => source.secret?.name ?? []) ?? [])].flat(),
      ),
    );
    expect(new Set(made)).toEqual(new Set(read.filter((name) => !issued.includes(name))));
  }, 120_000);

  it.runIf(HERE.platform === 'linux' && HERE.user === 0)('leaves no process when it is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'xs2a-namespaces-'));
    const file = join(folder, 'inside.ts');
    writeFileSync(file, `process.stdout.write('runs\\n'); setInterval(() => undefined, 1_000);\n`);
    const starts = `import { runInNamespaces } from ${JSON.stringify(RUN_IN_NAMESPACES)}; await runInNamespaces(${JSON.stringify(file)}, []);`;
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', starts], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(runner.stdout, 'data');
    expect(processesOf(file)).not.toEqual([]);
    runner.kill('SIGKILL');
    await expect.poll(() => processesOf(file), { timeout: 10_000 }).toEqual([]);
  });
});
