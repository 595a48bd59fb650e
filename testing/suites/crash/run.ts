// Breaks the system under load and judges whether every promise that was made is kept (docs/crash-campaign.md):
//   npm run verify -- crash                                   25 kills of each of 9 targets, 20 pauses, 6 toxics on both links, 2 full disks
//   npm run verify -- crash --cluster                      two replicas of each service, three mongods, three nats-servers
//   npm run verify -- crash --kills 3 --pauses 0 --toxics 0 --targets sca,mongod --seed 7 --minutes 5
//   npm run verify -- crash --promises        judges what was promised alone, not how fast this machine answers
// Exits with 1 where anything was lost, done twice, left open or wrongly rejected, or where a target figure was missed.
import { join } from 'node:path';
import { lookForServer, smallDisk } from '@xs2a/test-kit';
import { SERVICES } from '@xs2a/test-system/start/prepare-system';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { clusterSystem } from './faults/cluster-system.ts';
import { TARGETS } from './faults/plan.ts';
import { singleSystem } from './faults/single-system.ts';
import { missedTargets, summaryOf } from './report.ts';
import { runCampaign } from './run-campaign.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '.local', 'crash');
/** Room for all that a campaign stores. */
const DISK_MB = 2_000;
const MINUTE_MS = 60_000;
const ENTRY_SERVICES = ['gateway', 'portal'];

const { values } = readArguments(import.meta.filename, {
  options: {
    cluster: { type: 'boolean', default: false },
    kills: { type: 'string', default: '25' },
    pauses: { type: 'string', default: '20' },
    toxics: { type: 'string', default: '1' },
    'step-downs': { type: 'string' },
    partitions: { type: 'string' },
    'full-disks': { type: 'string' },
    targets: { type: 'string', default: TARGETS.join() },
    rate: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    promises: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { cluster } = values;
const [toxics, partitions] = [Number(values.toxics), Number(values.partitions ?? (cluster ? 2 : 0))];
const needsProxies = toxics + partitions > 0;
if (needsProxies && lookForServer('toxiproxy-server') === undefined) {
  say('There is no toxiproxy-server. Install Go and run again, set TOXIPROXY to its path, or leave the toxics out:');
  say('  npm run verify -- crash --toxics 0 --partitions 0');
  process.exit(2);
}
const seed = Number(values.seed);
say(`seed ${seed}; "kill ${process.pid}" ends the faults early; starting ${cluster ? 'a cluster' : 'the system'} …`);
let fullDisks = Number(values['full-disks'] ?? (cluster ? 0 : 2));
await using disk = fullDisks > 0 && !cluster ? await smallDisk(DISK_MB) : undefined;
if (fullDisks > 0 && disk === undefined) {
  say('disk-full is left out: it needs root on Linux, to mount a small disk for a single mongod');
  fullDisks = 0;
}
await using system = cluster
  ? await clusterSystem({ proxied: needsProxies })
  : await singleSystem({ toxics: needsProxies, ...(disk && { disk }) });
const stop = new AbortController();
// Not Ctrl-C: that would end the servers and services too.
process.once('SIGTERM', () => {
  say('No further faults: what was done is judged.');
  stop.abort();
});
setTimeout(() => stop.abort(), Number(values.minutes) * MINUTE_MS).unref();
const { evidence, violations, planned, done, journalFile } = await runCampaign(system, {
  targets: values.targets.split(','),
  kills: Number(values.kills),
  pauses: Number(values.pauses),
  toxics,
  linked: SERVICES,
  stepDowns: Number(values['step-downs'] ?? (cluster ? 3 : 0)),
  partitions,
  fullDisks,
  rate: Number(values.rate ?? (cluster ? 30 : 50)),
  stop: stop.signal,
  seed,
  folder: FOLDER,
  say,
});
const doors = cluster ? [] : ENTRY_SERVICES;
for (const line of ['', ...summaryOf(evidence, violations, doors)]) say(line);
const missed = values.promises ? [] : missedTargets(evidence, doors);
if (done < planned) missed.push(`${done} of ${planned} faults were done within ${values.minutes} minutes`);
for (const line of missed) say(`MISSED ${line}`);
say(`journal ${journalFile}; again with --seed ${seed}`);
process.exitCode = [...violations.values()].flat().length + missed.length === 0 ? 0 : 1;
