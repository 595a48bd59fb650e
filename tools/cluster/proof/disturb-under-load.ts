import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../../testing/suites/crash/faults/plan.ts';
import { Journal, readJournal } from '../../../testing/suites/crash/journal/journal.ts';
import { runLoad } from '../../../testing/suites/crash/load/run-load.ts';
import type { Addresses } from '../../../testing/suites/crash/load/walker.ts';
import { type Call, readEvidence } from '../../../testing/suites/crash/oracle/evidence.ts';
import { describeFailed } from '../../../testing/suites/upgrade/failed-requests.ts';
import { SERVICE_FOLDERS } from '../../programs.ts';
import { LOGS } from '../folders.ts';
import { NAMESPACE } from '../install/overlay.ts';
import type { Kubectl } from '../kube/kubectl.ts';
import type { Results } from '../results.ts';
import { deleteOnePod, evictBeyondBudget } from './pods.ts';

const TIMEOUT = '--timeout=600s';

/** A disturbance of the installation while requests come in. */
interface Disturbance {
  readonly what: string;
  readonly target: string;
  /** Accepted share of 503 answers during the disturbance; none if omitted. */
  readonly failedShareMax?: number;
  readonly run: (kubectl: Kubectl) => void | Promise<void>;
}

/** Requests in progress through a failing member of bus or database get 503, and are repeated. */
const OF_A_MEMBER = { failedShareMax: 0.01 };

function roll(kind: 'deployment' | 'statefulset', name: string): Disturbance {
  return {
    ...(kind === 'statefulset' && OF_A_MEMBER),
    what: `${name} rolled`,
    target: name,
    run: async (kubectl) => {
      await kubectl.begin('--namespace', NAMESPACE, 'rollout', 'restart', `${kind}/${name}`);
      await kubectl.begin('--namespace', NAMESPACE, 'rollout', 'status', `${kind}/${name}`, TIMEOUT);
    },
  };
}

const DISTURBANCES: readonly Disturbance[] = [
  ...[...SERVICE_FOLDERS.keys()].map((service) => roll('deployment', service)),
  { what: 'a pod of payments is killed', target: 'payments', run: (kubectl) => deleteOnePod(kubectl, 'payments') },
  {
    what: 'an eviction beyond the budget is refused',
    target: 'sca',
    run: (kubectl) => evictBeyondBudget(kubectl, 'sca'),
  },
  roll('statefulset', 'nats'),
  roll('statefulset', 'mongodb'),
];

/** Load: requests per second, and the workloads to disturb, if not all. */
export interface Load {
  readonly rate: number;
  readonly only?: readonly string[];
}

/** Rolls every service, kills and evicts, during journeys. Failed requests are faults. */
export async function disturbUnderLoad(
  shown: Results,
  kubectl: Kubectl,
  addresses: Addresses,
  order: Load,
): Promise<void> {
  mkdirSync(LOGS, { recursive: true });
  const { rate, only } = order;
  for (const { what, target, failedShareMax = 0, run } of DISTURBANCES) {
    if (only !== undefined && !only.includes(target)) continue;
    const file = join(LOGS, `journal-${what.replaceAll(' ', '-')}.jsonl`);
    const disturbed = async (): Promise<string> => {
      using journal = new Journal(file);
      const load = runLoad(journal, addresses, { rate, random: seeded(1) });
      const fault = { id: what, kind: 'change', target };
      try {
        await untilCalm(file);
        journal.fault(fault, 'begins');
        await run(kubectl);
        journal.fault(fault, 'recovered');
        await pause(AFTER_MS);
      } finally {
        await load.stop();
      }
      return judge(file, failedShareMax);
    };
    // The next step does not need it.
    await shown.step(`${what} under load`, disturbed, (result) => result).catch(() => undefined);
  }
}

const AFTER_MS = 3_000;
const CALM_MS = 3_000;
const CALM_MS_MAX = 180_000;
const CHECK_EVERY_MS = 500;
const SLOW_MS = 2_000;

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until requests are answered in time, so that later failures are not caused by other work on the machine. */
async function untilCalm(file: string): Promise<void> {
  const from = Date.now();
  for (;;) {
    await pause(CHECK_EVERY_MS);
    const since = Date.now() - CALM_MS;
    if (since < from) continue;
    const { calls } = readEvidence(readJournal(file));
    const recent = calls.filter(({ at, end }) => (end?.at ?? Date.now()) >= since && at > from);
    const isCalm = ({ at, end }: Call): boolean => (end?.at ?? Date.now()) - at < SLOW_MS && (end?.status ?? 0) < 500;
    if (recent.length > 0 && recent.every(isCalm)) return;
    if (Date.now() - from > CALM_MS_MAX)
      throw new Error('this machine is too busy: requests are slow before any change');
  }
}

/** Returns the number of requests since the change began; throws if too many failed, or a journey could not be finished. */
function judge(file: string, failedShareMax: number): string {
  const known = readEvidence(readJournal(file));
  const begins = known.faults[0]?.startedAt ?? 0;
  const calls = known.calls.filter(({ at, end }) => (end?.at ?? at) >= begins);
  const failed = describeFailed({ calls, faults: known.faults });
  const stuck = known.facts.flatMap(({ journey, fact }) => (fact.is === 'stuck' ? [`${journey}: ${fact.why}`] : []));
  const seconds = ((calls.at(-1)?.at ?? 0) - begins) / 1_000;
  const figures = `${calls.length} requests, ${(calls.length / Math.max(seconds, 1)).toFixed(0)} a second`;
  const [first] = [...failed, ...stuck];
  if (first === undefined) return `${figures}, none failed`;
  const share = `${failed.length} failed (${((failed.length / calls.length) * 100).toFixed(1)} %)`;
  if (stuck.length === 0 && failed.length <= failedShareMax * calls.length) return `${figures}, ${share}`;
  throw new Error(`${figures}, ${share}, ${stuck.length} journeys stuck: ${first}`);
}
