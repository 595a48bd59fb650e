import { readFileSync } from 'node:fs';
import { SettingsRefusal } from '../settings/settings-refusal.ts';

/** Returns a secret from a variable, or from the file that `<variable>_FILE` names, without the line end. Throws if both are set. */
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

/** Content of the file that a variable names. */
export function readSecretFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new SettingsRefusal([{ variable, text: `the file cannot be read (${code})` }]);
  }
}
