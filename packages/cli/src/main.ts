import { runCli } from './program/run-cli.ts';

await runCli(process.argv.slice(2));
