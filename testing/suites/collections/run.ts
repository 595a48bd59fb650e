// Runs the published collections, whole and in order, against a fresh sandbox: Postman's by newman, Bruno's by its own command
// line.
//   npm run verify -- collections
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runCompact } from '@xs2a/test-system/start/run-compact';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { runPostmanCollection } from './postman.ts';

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));
const PUBLISHED = path('../../../services/gateway/published/collections/');
const TOOL = path('../../../.local/bruno-cli/');

/** Installs Bruno's command line by its lock file, outside the workspace. Install scripts do not run. */
function installBruno(): string {
  mkdirSync(TOOL, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(path(`bruno-cli/${name}`), `${TOOL}${name}`);
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: TOOL, stdio: 'inherit' });
  return `${TOOL}node_modules/.bin/bru`;
}

function runBrunoCollection(bru: string, xs2a: string, portal: string): boolean {
  const variables = ['--env-var', `xs2a=${xs2a}`, '--env-var', `portal=${portal}`];
  const { status } = spawnSync(bru, ['run', '-r', '--env', 'sandbox', ...variables], {
    cwd: `${PUBLISHED}bruno`,
    stdio: 'inherit',
  });
  return status === 0;
}

readArguments(import.meta.filename, { options: {} });
const bru = installBruno();
const failed: string[] = [];
{
  await using system = await runCompact();
  const { failures, assertions } = await runPostmanCollection(system);
  console.log(`Postman: ${assertions} checks, ${failures.length} failed`);
  for (const failure of failures) console.log(`  ${failure}`);
  if (failures.length > 0) failed.push('Postman');
}
{
  await using system = await runCompact();
  if (!runBrunoCollection(bru, system.gatewayUrl, system.portalUrl)) failed.push('Bruno');
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
