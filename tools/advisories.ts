// Checks the packages in use for known vulnerabilities:
//   npm run verify -- advisories
// Uses `pnpm audit` for npm packages, and `pip-audit` (install it first) for Python packages. Both need a registry with advisories;
// one without is reported and is no success. Servers are not checked: their versions are in `npm run sbom`. Waivers, each with a
// reason and an end, are in tools/supply-chain/waivers.json.
// Exits with 0 if nothing serious is known; 1 if an advisory of severity high, critical or unknown has no waiver in force;
// 2 if the waivers are wrong; 3 if a database did not answer and the others have nothing serious.
import { join } from 'node:path';
import { readArguments } from './command/read-arguments.ts';
import { askNpm, askPython } from './supply-chain/ask-databases.ts';
import { judgeAdvisories, readWaivers } from './supply-chain/judge-advisories.ts';

const ROOT = join(import.meta.dirname, '..');

readArguments(import.meta.filename, { options: {} });
try {
  const waivers = readWaivers(join(ROOT, 'tools', 'supply-chain', 'waivers.json'));
  const asked = [await askNpm(ROOT), ...(await askPython(ROOT))];
  const { lines, code } = judgeAdvisories(asked, waivers, new Date());
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
