// Tests the interface by its OpenAPI document (Schemathesis), for longer than the test, against services as processes:
//   npm run verify -- outside
//   npm run verify -- outside --examples 500 --minutes 60
import { runSystem } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { schemathesis } from './schemathesis.ts';

const { values } = readArguments(import.meta.filename, {
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
