import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Reads the arguments of a command with `parseArgs`. `--help` prints the usage, which is the comment at the top of the
 * command's file. An unknown argument exits with 2 and an error message.
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

/** The comment at the top of a file. */
function usageOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return `${lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')}\n`;
}
