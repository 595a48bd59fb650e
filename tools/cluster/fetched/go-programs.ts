import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, KEPT, KUBERNETES } from '../folders.ts';
import { runProgram } from '../run-program.ts';

/** Settings of this machine that would accept modules without the checksum database. */
const WITHOUT_CHECKSUMS = ['GOFLAGS', 'GOINSECURE', 'GONOSUMCHECK', 'GONOSUMDB', 'GOPRIVATE', 'GOSUMDB'];
const STAMPS = {
  gitVersion: `v${KUBERNETES}`,
  gitMajor: KUBERNETES.split('.')[0],
  gitMinor: KUBERNETES.split('.')[1],
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
};
const STAMPED = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];

/** Go modules to build; versions and hashes are in go.mod and go.sum of the folder. */
const BUILDS = [
  {
    kept: KEPT.kubernetes,
    module: 'kubernetes',
    what: 'Kubernetes, which takes a quarter of an hour on two cores, once',
    programs: ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy'],
    source: (program: string) => `k8s.io/kubernetes/cmd/${program}`,
  },
  {
    kept: KEPT.coredns,
    module: 'programs',
    what: 'CoreDNS',
    programs: ['coredns', 'pause'],
    source: (program: string) => `./${program}`,
  },
];

function goEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' };
  for (const variable of WITHOUT_CHECKSUMS) if (variable !== 'GOFLAGS') delete env[variable];
  return env;
}

/** Builds missing programs from sources verified by the checksum database. */
export function buildGoPrograms(say: (line: string) => void): void {
  for (const { kept, module, what, programs, source } of BUILDS) {
    if (programs.every((program) => existsSync(join(kept, program)))) continue;
    say(`building ${what} …`);
    mkdirSync(CACHE, { recursive: true });
    const work = mkdtempSync(join(CACHE, `.${module}-`));
    const stamps = STAMPED.flatMap((path) =>
      Object.entries(STAMPS).map(([name, value]) => `-X ${path}.${name}=${value}`),
    );
    runProgram(
      'go',
      ['build', '-trimpath', '-ldflags', `-s -w ${stamps.join(' ')}`, '-o', `${work}/`, ...programs.map(source)],
      { cwd: join(import.meta.dirname, '..', module), env: goEnvironment() },
    );
    mkdirSync(kept, { recursive: true });
    for (const program of programs) renameSync(join(work, program), join(kept, program));
  }
}

/** Returns the folder of a Go module to read files from. Throws if its hash differs. */
export function goModule(path: string, version: string, hash: string): string {
  const env = { ...goEnvironment(), GOFLAGS: '-mod=mod' };
  const { Dir, Sum } = JSON.parse(
    runProgram('go', ['mod', 'download', '-json', `${path}@${version}`], { cwd: CACHE, env }),
  ) as { Dir: string; Sum: string };
  if (Sum !== hash) throw new Error(`${path} ${version} has the hash ${Sum} instead of ${hash}`);
  return Dir;
}
