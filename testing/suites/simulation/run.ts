// Runs the use cases of payments, consent, sca and bank, two replicas each, under crashes, lost messages and lost connections,
// in an order that follows from a seed. Bus, clock and network are simulated, the database is real:
//   npm run verify -- simulation                                  10,000 seeds
//   npm run verify -- simulation --seeds <number> --from <seed>
//   PROFILE=<preset or file> npm run verify -- simulation         for another bank
//   npm run verify -- simulation --seed <seed>                 runs one seed again and prints its events
// Afterwards nothing may be lost, executed twice, stuck or wrongly rejected. Exits with 1 if a seed violated a guarantee.
import { mongod } from '@xs2a/test-kit';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { runSeeds } from './run-seeds.ts';
import { tellSeed } from './tell-seed.ts';

const { PROFILE: bank } = process.env;
const OF_BANK = bank === undefined ? '' : `PROFILE=${bank} `;

const { values } = readArguments(import.meta.filename, {
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
process.exitCode = (await simulate()) ? 0 : 1;

async function simulate(): Promise<boolean> {
  await using server = await mongod();
  if (values.seed !== undefined) return await tellSeed(server.url, Number(values.seed), say);
  const [from, count] = [Number(values.from), Number(values.seeds)];
  const startedAt = Date.now();
  let done = 0;
  const failed = await runSeeds(server.url, 'simulation', { from, count }, ({ seed, violations }) => {
    done++;
    if (done % 500 === 0) say(`${done} of ${count} seeds, ${Math.round((Date.now() - startedAt) / 1_000)} s`);
    for (const violation of violations) say(`seed ${seed}: ${violation}`);
    if (violations.length > 0) say(`  again: ${OF_BANK}npm run verify -- simulation --seed ${seed}`);
  });
  say(`${count - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}
