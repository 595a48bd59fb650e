import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '@xs2a/cli/program/build-program';
import { BusConfig, DatabaseConfig, readConfig } from '@xs2a/service-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { environmentOf } from './environment.ts';
import { permittedConnections } from './network.ts';
import { fetchedTool, type Manifest, ofKind, type Pod, render, renderWith } from './rendered.ts';
import { workloadFaults } from './workload-faults.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const OPERATOR = 'deploy/k8s/components/operator';
type CronJob = Manifest & { spec: { jobTemplate: { spec: Manifest['spec'] }; schedule: string; suspend?: boolean } };

let manifests: readonly Manifest[];
/** The jobs that Kubernetes makes, with the pods that they start. */
let jobs: Manifest[];
beforeAll(async () => {
  manifests = await renderWith('production', 'operator');
  const crons = ofKind(manifests, 'CronJob') as CronJob[];
  jobs = crons.map((one) => ({ ...one, apiVersion: 'batch/v1', kind: 'Job', spec: one.spec.jobTemplate.spec }));
});
const podOf = (job: Manifest): Pod => job.spec.template.spec;
const named = (name: string): Manifest => {
  const job = jobs.find(({ metadata }) => metadata.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  return job;
};
const secretsOf = (job: Manifest): string[] =>
  (podOf(job).volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);

describe('the component operator', () => {
  it('has jobs that break none of the rules for pods', () => {
    expect(jobs.length).toBe(6);
    const accounts = ofKind(manifests, 'ServiceAccount');
    expect(workloadFaults([...jobs, ...accounts])).toEqual([]);
  });

  it('runs commands that there are, with options that they have', async () => {
    const ran: string[] = [];
    const program = buildProgram(async (words) => void ran.push(words));
    for (const job of jobs) {
      const containers = [...(podOf(job).initContainers ?? []), ...podOf(job).containers] as { args?: string[] }[];
      for (const { args } of containers)
        if (args !== undefined && args[0] !== '--help') await program.parseAsync(args, { from: 'user' });
    }
    expect(ran.toSorted()).toEqual([
      'audit export',
      'audit verify-history',
      'reconcile',
      'statistics',
      'trust-list fetch',
      'trust-list import',
    ]);
  });

  it('gives the identity of the operator to its job alone; the others read the database, or have none', () => {
    expect(Object.fromEntries(jobs.map((job) => [job.metadata.name, secretsOf(job)]))).toEqual({
      operator: ['operator-identity', 'operator-tls'],
      'audit-export': ['reader-identity'],
      reconcile: ['reader-identity'],
      statistics: ['reader-identity'],
      'verify-history': ['reader-identity'],
      'trusted-lists': [],
    });
    const roles = ofKind(manifests, 'Role') as unknown as { rules: object[] }[];
    expect(roles.map(({ rules }) => rules)).toEqual([
      [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['tpp-trust'], verbs: ['patch'] }],
    ]);
  });

  it.each(['operator', 'reconcile', 'verify-history', 'audit-export', 'statistics'])(
    'has settings of %s that its command accepts, with files that are mounted',
    (name) => {
      const env = environmentOf(named(name), manifests);
      const files = Object.values(env).filter(
        (value) => value.startsWith('/run/xs2a/') && !value.includes('/profile/'),
      );
      const mounted = podOf(named(name)).containers[0].volumeMounts.map(({ mountPath }) => `${mountPath}/`);
      expect(files.filter((file) => !mounted.some((folder) => file.startsWith(folder)))).toEqual([]);
      expect(readConfig(DatabaseConfig, env)).toMatchObject({ MONGO_USER: name === 'operator' ? name : 'reader' });
      if (name === 'operator') expect(readConfig(BusConfig, env)).toMatchObject({ NATS_NKEY_FILE: expect.any(String) });
    },
  );

  it('permits the operator to use bus and database, readers the database, trusted lists https, and nothing else', async () => {
    const before = new Set(permittedConnections(await render('production')));
    const opened = permittedConnections([...manifests, ...jobs]).filter((edge) => !before.has(edge));
    const of = (name: string): string[] => opened.filter((edge) => edge.startsWith(`${name} → `));
    expect(of('operator')).toEqual(['operator → dns:53', 'operator → nats:4222', 'operator → operated database:27017']);
    expect(of('reconcile')).toEqual(['reconcile → dns:53', 'reconcile → operated database:27017']);
    const ports = new Set(of('trusted-lists').map((edge) => edge.slice(edge.lastIndexOf(':') + 1)));
    expect([...ports].toSorted()).toEqual(['443', '53', '6443']);
    expect(of('trusted-lists').filter((edge) => /nats|database:27017/.test(edge))).toEqual([]);
  });

  it('refers to objects that exist, or that the page of recipes says how to make', () => {
    const page = readFileSync(join(ROOT, 'docs/operations/recipes.md'), 'utf8');
    const volumes = jobs.flatMap((job) => podOf(job).volumes ?? []);
    const names = volumes.flatMap(({ secret, configMap }) => secret?.secretName ?? configMap?.name ?? []);
    const rendered = manifests.map(({ metadata }) => metadata.name);
    const made = ofKind(manifests, 'Certificate').map(({ spec }) => spec.secretName);
    const lost = names.filter((name) => ![...rendered, ...made, 'mongodb-authority'].includes(name));
    expect([...new Set(lost)].toSorted()).toEqual(['lotl-signers', 'operator-identity', 'reader-identity']);
    for (const name of lost) expect(page).toMatch(new RegExp(`create (?:secret generic|configmap) ${name} `));
  });
});

describe('deploy/k8s/operator.sh', () => {
  it('makes a job of the operator with the words of a command as they are, and prints what it says', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-operator-'));
    const file = (name: string): string => join(folder.path, name);
    writeFileSync(file('job.json'), JSON.stringify(named('operator')));
    // The real program changes the job; what needs a cluster is answered here.
    const kubectl = `#!/bin/sh
case "$1 $2" in
  'create job') cat '${file('job.json')}' ;;
  'patch --local') exec '${fetchedTool('KUBECTL', 'kubectl')}' "$@" ;;
  'create --filename') cat > '${file('created.json')}' ;;
  'get job') printf 1/ ;;
  logs*) echo 'No TPP is blocked.' ;;
esac
`;
    writeFileSync(file('kubectl'), kubectl, { mode: 0o755 });
    const words = ['tpp', 'block', 'PSDHR-HNB-1', '--reason', 'they said "stop", \\ and more'];
    const env = { PATH: `${folder.path}:/usr/bin:/bin` };
    const said = execFileSync(join(ROOT, 'deploy/k8s/operator.sh'), words, { env, encoding: 'utf8' });
    expect(said).toBe('No TPP is blocked.\n');
    const created = JSON.parse(readFileSync(file('created.json'), 'utf8')) as Manifest;
    expect(podOf(created).containers[0]).toMatchObject({ args: words });
  });
});

describe('apply-trust.mjs', () => {
  it('writes a file into a ConfigMap, authorised by its token, and nothing that is no certificate', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-apply-'));
    const file = (name: string): string => join(folder.path, name);
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file('key.pem')];
    execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-out', file('ca.crt')], { stdio: 'pipe' });
    writeFileSync(file('token'), 'secret-token\n');
    writeFileSync(file('namespace'), 'xs2a');
    writeFileSync(file('trust-anchors.pem'), readFileSync(file('ca.crt')));
    writeFileSync(file('empty.pem'), '');
    const asked: unknown[] = [];
    const server = createServer({ key: readFileSync(file('key.pem')), cert: readFileSync(file('ca.crt')) });
    server.on('request', (request, answer) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        asked.push([request.method, request.url, request.headers.authorization, JSON.parse(body)]);
        answer.end('{}');
      });
    });
    await once(server.listen(0), 'listening');
    const { port } = server.address() as AddressInfo;
    const apply = (name: string): Promise<number> =>
      new Promise((resolve) => {
        const env = {
          API_FOLDER: folder.path,
          KUBERNETES_SERVICE_HOST: 'localhost',
          KUBERNETES_SERVICE_PORT: String(port),
        };
        execFile(
          process.execPath,
          [join(ROOT, OPERATOR, 'apply-trust.mjs'), file(name), 'tpp-trust'],
          { env },
          (error) => {
            resolve(typeof error?.code === 'number' ? error.code : 0);
          },
        );
      });
    expect(await apply('trust-anchors.pem')).toBe(0);
    expect(await apply('empty.pem')).toBe(1);
    server.close();
    const data = { 'trust-anchors.pem': readFileSync(file('ca.crt'), 'utf8') };
    expect(asked).toEqual([['PATCH', '/api/v1/namespaces/xs2a/configmaps/tpp-trust', 'Bearer secret-token', { data }]]);
  });
});
