import type { Command } from '@xs2a/cli/command/command';
import { meaningsOf } from '@xs2a/cli/program/exits';
import { listed, sentence, usageOf } from '@xs2a/cli/program/overview';
import { page } from './markdown.ts';

const INTRODUCTION = `Commands of operators and developers. In this repository npm runs them, and installs missing packages first: \`npm run xs2a -- tpp list\`.
\`npm run xs2a -- --help\` lists them all, and \`--help\` of each shows this text. With \`--json\` each prints its result for
programs. Errors go to standard error, one line each, followed by the next step. On a terminal, a command that takes more than three seconds
shows progress.

A command reads only its options and the variables listed with it. Passwords and keys are in files, never on a command line.`;

const COMPLETION = `\`xs2a complete bash\`, \`zsh\` and \`fish\` print the completion script of a shell, in which the command is called \`xs2a\`:

\`\`\`bash
xs2a() { npm run --silent xs2a -- "$@"; }
source <(xs2a complete bash)
\`\`\``;

/** Returns all commands with their options, examples and exit codes. */
export function commandsPage(): string {
  const sections = listed().flatMap(({ subject, commands }) => [
    `## ${subject}`,
    ...commands.map((one) => `### xs2a ${one.words}\n\n${sectionOf(usageOf(one), one.command)}`),
  ]);
  return page('Commands', '`packages/cli`', INTRODUCTION, ...sections, '## Completion', COMPLETION);
}

function sectionOf(usage: string, command: Command): string {
  const { about, details, examples, variables = {} } = command;
  const code = (text: string): string => `\`${text}\``;
  const options = Object.entries(command.options).map(([name, one]) => {
    const value = one.value === undefined ? '' : ` <${one.value}>`;
    const marks = [
      ...(one.required ? ['mandatory'] : []),
      ...(one.choices === undefined ? [] : [one.choices.join(' or ')]),
      ...(one.default ? [`default: ${one.default}`] : []),
    ];
    return `- ${code(`--${name}${value}`)}: ${one.about}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`;
  });
  const places = Object.entries(command.arguments).map(([name, one]) => `- ${code(name)}: ${one.about}`);
  const codes = Object.entries(meaningsOf(command)).map(([exit, text]) => `${exit} ${text}`);
  const read = Object.entries(variables).map(([name, text]) => `- ${code(name)}: ${text}`);
  return [
    `${sentence(about)}${details === undefined ? '' : ` ${details.replaceAll('\n', ' ')}`}`,
    `\`\`\`text\n${examples.map((example) => `xs2a ${example}`).join('\n')}\n\`\`\``,
    [
      `Usage: ${code(`xs2a ${usage}${options.length === 0 ? '' : ' [options]'}`)}`,
      '',
      ...places,
      ...options,
      ...read,
    ].join('\n'),
    `Exit codes: ${codes.join(', ')}.`,
  ].join('\n\n');
}
