import { Command as Commander, Option as CommanderOption } from 'commander';
import { type Command, isGroup, type Option } from '../command/command.ts';
import { COMMANDS } from './commands.ts';
import { afterOptions, overview, sentence } from './overview.ts';

/** Values of a command line, by the names of the definition. */
export type ParsedArguments = Readonly<Record<string, unknown>>;

type RunCommand = (words: string, command: Command, input: ParsedArguments) => Promise<void>;

/** Creates the command line of all commands. Parsing throws a CommanderError if it is wrong, or if help was requested. */
export function buildProgram(run: RunCommand): Commander {
  const program = new Commander('xs2a').description('Commands of operators and developers of the XS2A service');
  program.exitOverride().helpCommand(false).helpOption('-h, --help', 'Tells how it is used.');
  program.helpInformation = overview;
  program.showHelpAfterError('xs2a --help lists all commands.');
  for (const entries of Object.values(COMMANDS)) {
    for (const [name, entry] of Object.entries(entries)) {
      if (!isGroup(entry)) {
        add(program, name, name, entry, run);
        continue;
      }
      const group = program.command(name).description(sentence(entry.about)).helpCommand(false);
      group.showHelpAfterError(`xs2a ${name} --help lists its commands.`);
      for (const [one, command] of Object.entries(entry.commands)) add(group, one, `${name} ${one}`, command, run);
    }
  }
  return program;
}

function add(parent: Commander, name: string, words: string, definition: Command, run: RunCommand): void {
  const command = parent.command(name).description(sentence(definition.about));
  command.showHelpAfterError(`xs2a ${words} --help tells how it is used.`);
  const names = Object.keys(definition.arguments);
  for (const [argument, { about, optional, several }] of Object.entries(definition.arguments)) {
    const place = several ? `${argument}...` : argument;
    command.argument(optional ? `[${place}]` : `<${place}>`, about);
  }
  for (const [option, one] of Object.entries(definition.options)) command.addOption(optionOf(option, one));
  command.addHelpText('after', afterOptions(definition));
  command.action(async (...given: unknown[]) => {
    const options = given[names.length] as ParsedArguments;
    await run(words, definition, { ...Object.fromEntries(names.map((one, at) => [one, given[at]])), ...options });
  });
}

function optionOf(
  name: string,
  { about, value, default: standard, required, several, choices }: Option,
): CommanderOption {
  const option = new CommanderOption(value === undefined ? `--${name}` : `--${name} <${value}>`, about);
  if (value === undefined) option.default(false);
  if (standard !== undefined) option.default(standard);
  if (required) option.makeOptionMandatory();
  if (choices !== undefined) option.choices(choices);
  if (several) {
    option.default([] as string[], 'none');
    option.argParser((one: string, others: readonly string[]) => [...others, one]);
  }
  return option;
}
