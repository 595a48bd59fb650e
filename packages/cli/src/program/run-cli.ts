import { join } from 'node:path';
import { CommanderError } from 'commander';
import type { Command, CommandEnvironment, Progress, Result, Run } from '../command/command.ts';
import { jsonOf } from '../command/common.ts';
import { buildProgram, type ParsedArguments } from './build-program.ts';
import { CODES, nextOf } from './exits.ts';
import { withProgress } from './with-progress.ts';

/** Environment of an operator's command: the environment variables. */
const ANYWHERE: CommandEnvironment = {
  envOf: (_, env = process.env) => Promise.resolve(env),
  local: join(process.cwd(), '.local'),
};

/** Runs the given command, and sets the exit code of this process. */
export async function runCli(words: readonly string[], environment: CommandEnvironment = ANYWHERE): Promise<void> {
  const program = buildProgram((name, command, input) => runCommand(name, command, input, environment));
  // Only loaded for the shell, so that completion does not delay commands.
  if (words[0] === 'complete') (await import('@bomb.sh/tab/commander')).default(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? CODES.done : CODES.unusable;
  }
}

/** Common to every command: progress on a terminal, the result, its faults, the next step, and the exit code. */
async function runCommand(
  words: string,
  command: Command,
  input: ParsedArguments,
  environment: CommandEnvironment,
): Promise<void> {
  const isJson = input['json'] === true;
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const work = async (progress: Progress): Promise<Result> => {
    const run = (await command.load()) as Run<ParsedArguments>;
    return (await run(input, environment, progress)) ?? {};
  };
  let code: number = CODES.done;
  try {
    const isWatched = process.stderr.isTTY && !isJson;
    const write = (text: string): void => void process.stderr.write(text);
    const result = await (isWatched ? withProgress(words, write, work) : work(() => undefined));
    print(result, isJson);
    code = result.code ?? code;
  } catch (error) {
    const { toExitCode: endOf } = await import('../command/to-exit-code.ts');
    const end = endOf(error);
    for (const line of end.lines) say(line);
    code = end.code;
  }
  if (code !== CODES.done) say(nextOf(words, command, code));
  process.exitCode = code;
}

function print({ text = '', document, faults = [] }: Result, isJson: boolean): void {
  if (isJson && document !== undefined) {
    process.stdout.write(`${jsonOf(document)}\n`);
  } else if (!isJson && text !== '') {
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
  for (const fault of faults) process.stderr.write(`${fault}\n`);
}
