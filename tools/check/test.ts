// Checks format, build, lint, types and generated files, then runs the tests of each package and service, the journeys that share
// one running system, and the rules of this repository; or runs some tests, long ones too:
//   npm test
//   npm test -- <path or title>…
//   npm test -- testing/suites/hostile json/array
// A path is a folder, a file or a part of its path, a title a part of the title of a test or of its group. Both together are
// the tests with this title in these files.

import { readArguments } from '../command/read-arguments.ts';
import { chooseTests } from './choose-tests.ts';
import { BUILD, runSteps, STATIC_STEPS, testStep } from './steps.ts';

/** Projects of vitest.config.ts. The others are those of `npm run verify`. */
const QUICK = ['packages', 'services', 'shared-system', 'repository'];

const args = readArguments(import.meta.filename, { options: {}, allowPositionals: true }).positionals;
if (args.length > 0) await runChosen(args);
else
  await runSteps([
    ...STATIC_STEPS,
    // They wait for servers most of the time: three workers use two cores.
    [testStep('tests', ...QUICK.flatMap((name) => ['--project', name]), '--maxWorkers', '3')],
  ]);

async function runChosen(wanted: readonly string[]): Promise<void> {
  const chosen = chooseTests(wanted);
  if (chosen.length > 0) return runSteps([[BUILD], [testStep('tests', ...chosen)]]);
  console.error(`No test has "${wanted.join('" or "')}" in its path or title.`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
