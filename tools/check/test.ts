// npm test: all static checks and all tests. npm test -- <path or title>: selected tests only.
import { chooseTests } from './choose-tests.ts';
import { BUILD, runSteps, STATIC_STEPS, testStep } from './steps.ts';

const HELP = `Usage: npm test [-- <path or title>...]

Without arguments: checks format, build, lint, types and generated files, then runs all tests.

  <path>   a folder, a file or a part of its path: only its tests
  <title>  a part of the title of a test or of its group: only these tests
  Both     only the tests with this title in these files

  npm test -- services/consent
  npm test -- "is refused"
  npm test -- tests/hostile json/array`;

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(HELP);
else if (args.length > 0) await runChosen(args);
else
  await runSteps([
    ...STATIC_STEPS,
    [testStep('tests of packages and services', '--project', 'packages', '--project', 'services')],
    [testStep('tests of the whole', '--project', 'shared-system', '--project', 'tests')],
  ]);

async function runChosen(wanted: readonly string[]): Promise<void> {
  const chosen = chooseTests(wanted);
  if (chosen.length > 0) return runSteps([[BUILD], [testStep('tests', ...chosen)]]);
  console.error(`No test has "${wanted.join('" or "')}" in its path or title.`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
