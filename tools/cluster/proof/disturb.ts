import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../../tests/crash/faults/plan.ts';
import { Journal, readJournal } from '../../../tests/crash/journal/journal.ts';
import { runLoad } from '../../../tests/crash/load/run-load.ts';
import type { Addresses } from '../../../tests/crash/load/walker.ts';
import { fromJournal } from '../../../tests/crash/oracle/evidence.ts';
import { describeFailed } from '../../../tests/upgrade/failed-requests.ts';
import { LOGS } from '../folders.ts';
import { servicesToPack } from '../images/pack-services.ts';
import { NAMESPACE } from '../install/overlay.ts';
import type { Kubectl } from '../kube/kubectl.ts';
import type { Shown } from '../shown.ts';
import { deleteOnePod, evictBeyondBudget } from './pods.ts';

const TIMEOUT = '--timeout=600s';

/** Something that is done to the installation while requests come in. */
interface Disturbance {
  readonly what: string;
  readonly target: string;
  readonly run: (kubectl: Kubectl) => void | Promise<void>;
}

function roll(kind: 'deployment' | 'statefulset', name: string): Disturbance {
  return {
    what: `${name} rolled`,
    target: name,
    run: async (kubectl) => {
      await kubectl.begin('--namespace', NAMESPACE, 'rollout', 'restart', `${kind}/${name}`);
      await kubectl.begin('--namespace', NAMESPACE, 'rollout', 'status', `${kind}/${name}`, TIMEOUT);
    },
  };
}

const DISTURBANCES: readonly Disturbance[] = [
  ...servicesToPack().map(({ service }) => roll('deployment', service)),
  { what: 'a pod of payments is killed', target: 'payments', run: (kubectl) => deleteOnePod(kubectl, 'payments') },
  {
    what: 'an eviction beyond the budget is refused',
    target: 'sca',
    run: (kubectl) => evictBeyondBudget(kubectl, 'sca'),
  },
  roll('statefulset', 'nats'),
  roll('statefulset', 'mongodb'),
];

/** Rolls every service, kills and evicts, with journeys under way. What fails is a fault. */
export async function disturb(shown: Shown, kubectl: Kubectl, addresses: Addresses, rate: number): Promise<void> {
  mkdirSync(LOGS, { recursive: true });
  for (const { what, target, run } of DISTURBANCES) {
    const file = join(LOGS, `journal-${what.replaceAll(' ', '-')}.jsonl`);
    const disturbed = async (): Promise<string> => {
      using journal = new Journal(file);
      const load = runLoad(journal, addresses, { rate, random: seeded(1) });
      const fault = { id: what, kind: 'change', target };
      try {
        await pause();
        journal.fault(fault, 'begins');
        await run(kubectl);
        journal.fault(fault, 'recovered');
        await pause();
      } finally {
        await load.stop();
      }
      return judge(file);
    };
    await shown.step(`${what} under load`, disturbed, (result) => result).catch(() => undefined);
  }
}

const BEFORE_AND_AFTER_MS = 3_000;

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, BEFORE_AND_AFTER_MS));
}

/** Says how many requests came; throws where one failed, or a journey could not be finished. */
function judge(file: string): string {
  const { calls, facts } = fromJournal(readJournal(file));
  const failed = describeFailed({ calls, faults: [] });
  const stuck = facts.flatMap(({ journey, fact }) => (fact.is === 'stuck' ? [`${journey}: ${fact.why}`] : []));
  const seconds = ((calls.at(-1)?.at ?? 0) - (calls[0]?.at ?? 0)) / 1_000;
  const figures = `${calls.length} requests, ${(calls.length / Math.max(seconds, 1)).toFixed(0)} a second`;
  const [first] = [...failed, ...stuck];
  if (first === undefined) return `${figures}, none failed`;
  throw new Error(`${figures}, ${failed.length} failed, ${stuck.length} journeys stuck: ${first}`);
}
