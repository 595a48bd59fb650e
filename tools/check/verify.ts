// Runs the long tests, which "npm test" leaves out:
//   npm run verify                       all of them
//   npm run verify -- <name> [options]   those of one folder of testing/suites/, or a campaign; npm run verify -- --help lists their names
import { readArguments } from '../command/read-arguments.ts';
import { BUILD, runSteps, testStep } from './steps.ts';

const folders = readArguments(import.meta.filename, { options: {}, allowPositionals: true }).positionals;
if (folders.length > 0) process.env['VERIFY_BY_NAME'] = 'true';
await runSteps([[BUILD], [testStep('long tests', '--project', 'suites', ...folders)]]);
