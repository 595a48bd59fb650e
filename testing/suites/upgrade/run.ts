// Upgrades a system under load, and checks it (docs/operations/upgrade.md):
//   npm run verify -- upgrade                       every service restarted, and scaled from 1 to 3 replicas and back
//   npm run verify -- upgrade --from <commit>    also each service rolled to the build of that commit or tag, and back
//   npm run verify -- upgrade --mixed --from <commit>   the previous build of each service beside the present ones, and the
//                                         present one beside the previous ones: a journey of each kind through both
//   options: --services gateway,sca  --rate 30  --seed 7
// Exits with 1 if a request failed, or if anything was lost, done twice, left open or wrongly rejected.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type SystemService } from '@xs2a/test-system/start/prepare-system';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { seeded } from '../crash/faults/plan.ts';
import { Journal } from '../crash/journal/journal.ts';
import { runLoad } from '../crash/load/run-load.ts';
import { gatherEvidence } from '../crash/oracle/gather-evidence.ts';
import { openingBalances } from '../crash/oracle/gather-stored.ts';
import { judge } from '../crash/oracle/points.ts';
import { buildOf } from './build-of.ts';
import { describeFailed } from './failed-requests.ts';
import { startFleet } from './fleet.ts';
import { type Change, doChange } from './roll.ts';
import { walkEach } from './walk-each.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, '.local', 'upgrade');

const { values } = readArguments(import.meta.filename, {
  options: {
    mixed: { type: 'boolean', default: false },
    from: { type: 'string' },
    services: { type: 'string', default: SERVICES.join() },
    rate: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const names = values.services.split(',') as SystemService[];
const unknown = names.find((name) => !SERVICES.includes(name));
if (unknown !== undefined || (values.mixed && values.from === undefined)) {
  say(unknown === undefined ? '--from is needed: a commit or a tag.' : `There is no service ${unknown}.`);
  process.exit(2);
}
const previous =
  values.from === undefined ? undefined : await buildOf(values.from, { root: ROOT, folder: FOLDER, say });

/** Change of each service; for `mixed`, with a journey of each kind after each change. */
const ofEach: Change['what'][] = values.mixed
  ? ['to previous', 'to present']
  : ['restart', 'scale 1, 3, 1', ...(previous === undefined ? [] : (['to previous', 'to present'] as const))];
const changes = names.flatMap((name) => ofEach.map((what) => ({ name, what })));
// The reverse: everything has the version before, and one service at a time this one.
const otherWay = values.mixed
  ? [
      ...names.map((name) => ({ name, what: 'to previous' as const })),
      ...names.flatMap((name) => [
        { name, what: 'to present' as const },
        { name, what: 'to previous' as const },
      ]),
    ]
  : [];

mkdirSync(FOLDER, { recursive: true });
const journalFile = join(FOLDER, `journal-${Date.now()}.jsonl`);
say('starting the system …');
await using fleet = await startFleet(previous);
const opening = await openingBalances(fleet.mongoUrl);
{
  using journal = new Journal(journalFile);
  const seed = Number(values.seed);
  const load = values.mixed ? undefined : runLoad(journal, fleet, { rate: Number(values.rate), random: seeded(seed) });
  try {
    let number = 0;
    for (const change of [...changes, ...otherWay]) {
      const startedAt = Date.now();
      await doChange(fleet, { id: `change-${++number}`, ...change }, journal);
      const isEach = number <= changes.length || change.what === 'to present';
      if (values.mixed && isEach) await walkEach(journal, fleet, number);
      say(`${number} ${change.name} ${change.what}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
    }
  } finally {
    await load?.stop();
  }
}
const evidence = await gatherEvidence({
  journalFile,
  mongoUrl: fleet.mongoUrl,
  gatewayUrl: fleet.gatewayUrl,
  opening,
  logs: fleet.started.map(({ name, process }) => ({ name, log: process.log })),
  endedByThemselves: fleet.started.flatMap(({ process }) => process.endedByItself() ?? []),
});
const failed = describeFailed(evidence);
const violations = judge(evidence);
for (const line of failed) say(`FAILED ${line}`);
for (const [point, found] of violations) {
  say(`${found.length === 0 ? 'ok    ' : 'FAILED'} ${point}`);
  for (const { what } of found.slice(0, 5)) say(`         ${what}`);
}
const elapsedMs = (evidence.calls.at(-1)?.at ?? 0) - (evidence.calls[0]?.at ?? 0);
say(
  `${evidence.faults.length} changes, ${evidence.calls.length} requests (${((evidence.calls.length * 1_000) / elapsedMs).toFixed(0)} a second), ${failed.length} failed; journal ${journalFile}`,
);
process.exitCode = failed.length + [...violations.values()].flat().length === 0 ? 0 : 1;
