import { readFileSync } from 'node:fs';
import { SettingsRefusal } from '../settings/settings-refusal.ts';

/**
 * A secret of the environment: the variable itself, or the content of the file that `<variable>_FILE` names, without the end
 * of its line. Both at once are refused.
 */
export function secretOf(config: Readonly<Record<string, unknown>>, variable: string): string | undefined {
  const [inline, path] = [textIn(config, variable), textIn(config, `${variable}_FILE`)];
  if (path === undefined) return inline;
  if (inline !== undefined) {
    throw new SettingsRefusal([{ variable, text: `only one of ${variable} and ${variable}_FILE can be set` }]);
  }
  return readSecretFile(`${variable}_FILE`, path);
}

function textIn(config: Readonly<Record<string, unknown>>, variable: string): string | undefined {
  const value = config[variable];
  return typeof value === 'string' ? value : undefined;
}

/** The content of a file that a variable names. */
export function readSecretFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new SettingsRefusal([{ variable, text: `the file cannot be read (${code})` }]);
  }
}
