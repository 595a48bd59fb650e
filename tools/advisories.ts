// Asks what is known about weaknesses of the packages that are used:
//   npm run verify -- advisories
// npm's packages are asked for by `pnpm audit`, Python's by `pip-audit` (to be installed on the machine). Both need their
// registries to answer such questions; where one does not, that is said and is no success. Servers are not asked for: their
// versions are in `npm run sbom`. Waivers, each with a reason and an end, are in tools/supply-chain/waivers.json.
// Exits with 0 where nothing grave is known; 1 where an advisory of severity high, critical or unknown has no waiver in force;
// 2 where the waivers are wrong; 3 where a database could not be asked and nothing grave was found in the others.
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
