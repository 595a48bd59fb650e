// The commands of operators and developers (docs/commands.md), beside `npm start`:
//   npm run xs2a -- --help
import { join } from 'node:path';
import type * as Commands from '@xs2a/cli/main';

const ROOT = join(import.meta.dirname, '..');
const local = join(ROOT, '.local');
/** The bundle starts in a tenth of the time of the sources. */
const BUNDLE = join(ROOT, 'packages', 'cli', 'bundle', 'main.js');

const { runCli } = (await import(BUNDLE)) as typeof Commands;
await runCli(process.argv.slice(2), {
  envOf: async (participant, env) => {
    const { commandEnv } = await import('./start/local-identity.ts');
    return commandEnv(participant, env, local);
  },
  local,
});
