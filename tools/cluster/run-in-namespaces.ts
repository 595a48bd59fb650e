// The part of `npm run verify -- cluster` that runs in separate namespaces; cluster-check.ts starts it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCustomResourceDefinitions } from './fetched/extensions.ts';
import { SHOWN_INSIDE, WORK } from './folders.ts';
import { installAsDocumented, judgeOverlays, makeKeysAsDocumented, prepareOverlay } from './install/install.ts';
import { NAMESPACE } from './install/overlay.ts';
import { makeVolumes } from './install/volumes.ts';
import type { Kubectl } from './kube/kubectl.ts';
import { NAME_SERVER } from './kube/name-server.ts';
import { ControlPlane } from './kube/start-control-plane.ts';
import { startNode } from './kube/start-node.ts';
import { Daemons } from './machine/daemons.ts';
import { setUpMachine, useNameServer } from './machine/set-up-machine.ts';
import { startContainerd } from './machine/start-containerd.ts';
import type { Load } from './proof/disturb-under-load.ts';
import { runProof } from './proof/run-proof.ts';
import { Results } from './results.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function startCluster(shown: Results, daemons: Daemons): Promise<Kubectl> {
  await shown.step('containerd, with the images', () => startContainerd(daemons, join(WORK, 'images')));
  const [plane, kubectl] = await shown.step('API server, controllers, scheduler', async () => {
    const started = await ControlPlane.start(daemons);
    return [started, await started.administrator(process.env['KUBECTL'] ?? 'kubectl', daemons)] as const;
  });
  await shown.step('the node is ready', () => startNode(daemons, plane, kubectl));
  await shown.step('the name server of the cluster', () => {
    kubectl.apply(NAME_SERVER);
    kubectl.run('--namespace', 'kube-system', 'rollout', 'status', 'deployment/coredns', '--timeout=120s');
    useNameServer(NAMESPACE);
  });
  return kubectl;
}

async function install(shown: Results, kubectl: Kubectl): Promise<string> {
  await shown.step(
    'definitions of extensions are known',
    () => {
      const { names, files } = listCustomResourceDefinitions();
      for (const file of files) kubectl.run('apply', '--server-side', '--filename', file);
      kubectl.run('wait', '--for=condition=Established', 'customresourcedefinition', '--all', '--timeout=60s');
      return names;
    },
    (names) => names.join(', '),
  );
  await shown.step('identities, keys and Secrets by the commands of the page', () => makeKeysAsDocumented(kubectl));
  await shown.step(
    'the API server accepts both overlays as shipped (--dry-run=server)',
    () => judgeOverlays(kubectl),
    (objects) => `${objects} objects`,
  );
  const authority = await shown.step('certificates as ordered', () => {
    kubectl.apply(makeVolumes());
    return prepareOverlay(kubectl);
  });
  await shown.step(
    'all pods ready, by the commands of the page',
    () => installAsDocumented(kubectl),
    () => podsOf(kubectl),
  );
  return authority;
}

function podsOf(kubectl: Kubectl): string {
  const { items } = kubectl.read<{
    items: { status: { containerStatuses?: { ready: boolean; restartCount: number }[] } }[];
  }>('pods', '--namespace', NAMESPACE);
  const containers = items.flatMap(({ status }) => status.containerStatuses ?? []);
  const restarts = containers.reduce((sum, { restartCount }) => sum + restartCount, 0);
  return `${containers.filter(({ ready }) => ready).length} containers ready, ${restarts} restarts`;
}

/** Keeps the cluster running for inspection. The signal that ends the command ends everything here. */
function untilInterrupted(): Promise<never> {
  say(`The cluster stays until you interrupt this command. In another shell:
  target=$(pgrep --full --oldest '^node .*/tools/cluster/run-in-namespaces.ts')
  nsenter --target $target --net --mount --pid ${join(WORK, 'bin', 'kubectl')} --kubeconfig ${join(WORK, 'control-plane', 'admin.kubeconfig')} get pods -A`);
  return new Promise(() => setInterval(() => undefined, 3_600_000));
}

const { keep: isKept, ...order } = JSON.parse(process.argv[2] ?? '') as Load & { keep: boolean };
const shown = new Results(say);
const daemons = new Daemons();
try {
  setUpMachine();
  const kubectl = await startCluster(shown, daemons);
  const authority = await install(shown, kubectl);
  await runProof(shown, kubectl, authority, order);
} catch (error) {
  say((error as Error).stack ?? String(error));
  process.exitCode = 1;
} finally {
  if (isKept) await untilInterrupted();
  await daemons.stop();
  writeFileSync(SHOWN_INSIDE, JSON.stringify(shown.rows));
}
