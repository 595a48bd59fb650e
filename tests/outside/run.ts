import { parseArgs } from 'node:util';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { schemathesis } from './schemathesis.ts';

// `npm run schemathesis -- --examples 500 --minutes 60`: the same as the test, for longer, against services as processes.
const { values } = parseArgs({
  options: { examples: { type: 'string', default: '100' }, minutes: { type: 'string', default: '30' } },
});
await using system = await runSystem();
const { code, output } = await schemathesis(system.gatewayUrl, {
  phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
  examples: Number(values.examples),
  seconds: Number(values.minutes) * 60,
});
console.log(output);
process.exitCode = code;
