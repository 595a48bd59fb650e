import { type Command, isGroup } from '../command/command.ts';
import { COMMANDS } from './commands.ts';
import { meaningsOf } from './exits.ts';

export interface Listed {
  /** Words of the command, such as `tpp block`. */
  readonly words: string;
  readonly command: Command;
}

/** Returns the commands of each subject, with groups resolved. */
export function listed(): { subject: string; commands: Listed[] }[] {
  return Object.entries(COMMANDS).map(([subject, entries]) => ({
    subject,
    commands: Object.entries(entries).flatMap(([name, entry]) =>
      isGroup(entry)
        ? Object.entries(entry.commands).map(([one, command]) => ({ words: `${name} ${one}`, command }))
        : [{ words: name, command: entry }],
    ),
  }));
}

/** Usage such as `tpp block <id>`. */
export function usageOf({ words, command }: Listed): string {
  const places = Object.entries(command.arguments).map(([name, { optional, several }]) => {
    const place = several ? `${name}...` : name;
    return optional ? `[${place}]` : `<${place}>`;
  });
  return [words, ...places].join(' ');
}

/** Help of the whole program: every command with its purpose. */
export function overview(): string {
  const subjects = listed();
  const width = Math.max(...subjects.flatMap(({ commands }) => commands.map((one) => usageOf(one).length)));
  const sections = subjects.map(({ subject, commands }) =>
    [`${subject}:`, ...commands.map((one) => `  ${usageOf(one).padEnd(width)}  ${one.command.about}`)].join('\n'),
  );
  return [
    'Usage: xs2a <command> [options]',
    ...sections,
    'xs2a <command> --help shows the options of a command, with examples and exit codes.\n' +
      'xs2a complete bash|zsh|fish prints the completion script of a shell.\n',
  ].join('\n\n');
}

/** Turns the purpose of a command into a sentence. */
export const sentence = (about: string): string => `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;

/** Help text below the options. */
export function afterOptions(command: Command): string {
  const { details, examples, variables = {} } = command;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`];
  const sections = [
    ...(details === undefined ? [] : [details]),
    ...section(
      examples.length === 1 ? 'Example' : 'Examples',
      examples.map((example) => `xs2a ${example}`),
    ),
    ...section(
      'Variables',
      Object.entries(variables).map(([name, text]) => `${name}: ${text}`),
    ),
    ...section(
      'Exit codes',
      Object.entries(meaningsOf(command)).map(([code, text]) => `${code}  ${text}`),
    ),
  ];
  return `\n${sections.join('\n\n')}`;
}
