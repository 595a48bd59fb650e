// The commands of operators and developers (docs/commands.md), beside `npm start`:
//   npm run xs2a -- --help
import { join } from 'node:path';
import { runCli } from '@xs2a/cli/program/run-cli';

const local = join(import.meta.dirname, '..', '.local');

await runCli(process.argv.slice(2), {
  envOf: async (participant, env) => {
    const { commandEnv } = await import('./start/local-identity.ts');
    return commandEnv(participant, env, local);
  },
  local,
});
