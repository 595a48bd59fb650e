// Checks format, build, lint, types and generated files, then runs the tests that your change affects:
//   npm run check
//   npm run check -- --since <commit>   compares with this commit
// These are all tests of each package and service with a changed file, those that start no server of the packages and services
// that depend on them, and changed test files in testing/. A change is what differs from the merge base with the main branch:
// commits, the working tree and new files. "npm test" and "npm run verify" run all tests.

import { readArguments } from '../command/read-arguments.ts';
import { affectedBy } from './affected-tests.ts';
import { changedSince, findBase } from './changed-files.ts';
import { runSteps, STATIC_STEPS, type Step, testStep } from './steps.ts';

const { values } = readArguments(import.meta.filename, { options: { since: { type: 'string' } } });
await runSteps([...STATIC_STEPS, testsOfChange(values.since ?? findBase())]);

/** No step if nothing has changed. */
function testsOfChange(base: string): readonly Step[] {
  const files = changedSince(base);
  const { changed, dependents, tests } = affectedBy(files);
  if (files.length === 0) console.log(`Nothing has changed since ${base.slice(0, 12)}.`);
  else console.log(`${files.length} files changed since ${base.slice(0, 12)}`);
  if (changed.length > 0) console.log(`All tests of: ${changed.join(', ')}`);
  if (dependents.length > 0) console.log(`Tests that start no server of: ${dependents.join(', ')}`);
  return tests.length === 0 ? [] : [testStep('tests of the change', ...tests)];
}
