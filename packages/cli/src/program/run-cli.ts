import { join } from 'node:path';
import type { EXIT_CODES } from '@xs2a/service-kit';
import { CommanderError } from 'commander';
import type { Command, Place, Run } from '../command/command.ts';
import { UnusableArguments } from '../command/unusable-arguments.ts';
import { buildProgram, type Given } from './build-program.ts';
import { withProgress } from './with-progress.ts';

/** Not by import: help and completion load nothing of a service. */
const UNUSABLE: (typeof EXIT_CODES)['unusable'] = 2;

/** Where an operator runs commands: with what the environment says. */
const ANYWHERE: Place = {
  envOf: (_, env = process.env) => Promise.resolve(env),
  local: join(process.cwd(), '.local'),
};

/** Runs the command that the words name, and sets the exit code of this process. */
export async function runCli(words: readonly string[], place: Place = ANYWHERE): Promise<void> {
  const program = buildProgram((name, command, input) => runCommand(name, command, input, place));
  // Loaded where a shell asks: it stands between nobody and a command.
  if (words[0] === 'complete') (await import('@bomb.sh/tab/commander')).default(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : UNUSABLE;
  }
}

/** Progress is for those who watch. What a command fails with is one line on standard error for each fault, and an exit code of the table. */
async function runCommand(name: string, command: Command, input: Given, place: Place): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const work = async (): Promise<number | undefined> => {
    const run = (await command.load()) as Run<Given>;
    return run(input, place);
  };
  try {
    process.exitCode =
      (await (command.tellsProgress || !process.stderr.isTTY ? work() : withProgress(name, say, work))) ?? 0;
  } catch (error) {
    const { endOf } = await import('../command/end-of.ts');
    const { code, lines } = endOf(error);
    for (const line of lines) say(line);
    if (error instanceof UnusableArguments) say(`xs2a ${name} --help tells how it is used.`);
    process.exitCode = code;
  }
}
