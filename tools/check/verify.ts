// Runs the long tests, which "npm test" leaves out:
//   npm run verify                       all of them, then the campaigns that have a short form
//   npm run verify -- <name> [options]   those of one folder of testing/suites/, or a campaign; npm run verify -- --help lists their names
import { readArguments } from '../command/read-arguments.ts';
import { SUITES } from '../scripts.mjs';
import { printSuiteTotals } from './print-suite-totals.ts';
import { BUILD, runSteps, type Step, testStep } from './steps.ts';

const folders = readArguments(import.meta.filename, { options: {}, allowPositionals: true }).positionals;
if (folders.length > 0) process.env['VERIFY_BY_NAME'] = 'true';
const campaigns = Object.entries(SUITES).flatMap(([name, { about = '', file = '', short }]): Step[] =>
  short === undefined
    ? []
    : [{ name: `${name}: ${about}`, command: process.execPath, args: [file, ...short], isCampaign: true }],
);
await runSteps([
  [BUILD],
  [{ ...testStep('long tests', '--project', 'suites', ...folders), tell: printSuiteTotals }],
  // One after the other: each loads the machine as much as it likes.
  ...(folders.length === 0 ? campaigns.map((one) => [one]) : []),
]);
