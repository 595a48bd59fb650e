import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * The options and words that a command was given, as `parseArgs` reads them. `--help` prints the comment at the head of
 * the command's file, which is its usage; what it does not know ends it with 2 and one line that says what.
 */
export function readArguments<Config extends ParseArgsConfig>(
  file: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    const parsed = parseArgs({ ...config, options: { ...config.options, ...HELP } });
    if ((parsed.values as { help?: boolean }).help !== true) return parsed as ReturnType<typeof parseArgs<Config>>;
    process.stdout.write(usageOf(file));
    process.exit(0);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    process.stderr.write(`${message}\n\n${usageOf(file)}`);
    process.exit(2);
  }
}

/** The lines of comment with which a file begins. */
function usageOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return `${lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')}\n`;
}
