import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT, WORK } from '../folders.ts';
import type { Kubectl } from '../kube/kubectl.ts';
import { runProgram } from '../run-program.ts';
import { issueAsOrdered, type Rendered } from './certificates.ts';
import { documentedCommands } from './documented-commands.ts';
import { NAMESPACE, writeOverlay } from './overlay.ts';

/** The program and its access to a cluster. */
type Access = Pick<Kubectl, 'program' | 'kubeconfig'>;

/** Runs commands of the page as written, as an engineer would in a shell of this repository. Keys and programs are in `folder`. */
function runAsWritten(kubectl: Access, commands: string, folder: string): string {
  const programs = join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  try {
    symlinkSync(kubectl.program, join(programs, 'kubectl'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return runProgram('bash', ['-euo', 'pipefail', '-c', `${variables(folder)}${commands}`], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${programs}:${process.env['PATH']}`, KUBECONFIG: kubectl.kubeconfig },
  });
}

/** Returns the variables of the page for the sandbox, with the overlay of the check in place of the shipped one. */
function variables(folder: string): string {
  const [, ofSandbox = ''] = documentedCommands('Variables of the commands');
  return `${ofSandbox}\nexport XS2A=${join(folder, 'keys')} OVERLAY=${join(folder, 'overlay')}\n`;
}

function commandsBelow(...headings: string[]): string {
  return headings.flatMap((heading) => documentedCommands(heading)).join('\n');
}

/** Creates identities, keys and Secrets with the commands of the page. */
export function makeKeysAsDocumented(kubectl: Access, folder = WORK): string {
  return runAsWritten(kubectl, commandsBelow('Keys', 'The MongoDB for trials'), folder);
}

/** Applies the overlay, and waits for it, with the commands of the page. */
export function installAsDocumented(kubectl: Kubectl): void {
  runAsWritten(kubectl, commandsBelow('Install and upgrade'), WORK);
}

/** Returns the objects that kustomize renders for an overlay. */
function rendered(kubectl: Kubectl, folder: string): Rendered[] {
  return parseAllDocuments(runProgram(kubectl.program, ['kustomize', folder])).map((one) => one.toJS() as Rendered);
}

/** Writes the overlay of the check, and issues the certificates that cert-manager would. Returns their authority. */
export async function prepareOverlay(kubectl: Kubectl): Promise<string> {
  const overlay = writeOverlay(join(WORK, 'overlay'));
  const { secrets, authority } = await issueAsOrdered(rendered(kubectl, overlay));
  kubectl.apply(
    secrets.map((secret) => ({ ...secret, metadata: { ...(secret as Rendered).metadata, namespace: NAMESPACE } })),
  );
  return authority;
}

/** Has the API server validate both overlays as shipped, without storing them. Returns the number of accepted objects. */
export function judgeOverlays(kubectl: Kubectl): number {
  const namespaces = kubectl.read<{ items: Rendered[] }>('namespaces').items.map(({ metadata }) => metadata.name);
  if (!namespaces.includes('xs2a')) kubectl.run('create', 'namespace', 'xs2a', '--save-config');
  const lines = ['production', 'sandbox'].flatMap((overlay) =>
    kubectl
      .run('apply', '--dry-run=server', '--validate=strict', '-k', join(ROOT, 'deploy', 'k8s', 'overlays', overlay))
      .trim()
      .split('\n'),
  );
  return lines.filter((line) => line.endsWith('(server dry run)')).length;
}
