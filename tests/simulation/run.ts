// npm run simulate: the use cases under crashes, lost messages and lost connections, in an order that follows from a seed.
import { parseArgs } from 'node:util';
import { mongod } from '@xs2a/test-kit';
import { runSeeds } from './run-seeds.ts';
import { tellSeed } from './tell-seed.ts';

const HELP = `Usage: npm run simulate [-- --seeds <number> --from <seed>]
       npm run simulate -- --seed <seed>

Runs payments, consent, sca and bank, two replicas each, against a simulated broker, clock and network, and a real database.
In each seed processes die, messages are lost, repeated, late and out of order, and connections to the database break.
Afterwards nothing may be lost, executed twice, stuck or wrongly rejected.

  --seeds <number>  how many seeds (10000)
  --from <seed>     the first of them (1)
  --seed <seed>     runs one seed again and tells what happened in it

Exits with 1 if a seed broke a promise.`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (values.help) say(HELP);
else process.exitCode = (await simulate()) ? 0 : 1;

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
    if (violations.length > 0) say(`  again: npm run simulate -- --seed ${seed}`);
  });
  say(`${count - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}
