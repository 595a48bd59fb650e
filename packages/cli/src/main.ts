import { runCli } from './program/run-cli.ts';

export { runCli };

if (import.meta.main) await runCli(process.argv.slice(2));
