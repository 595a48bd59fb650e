import { readFileSync } from 'node:fs';

/** A secret that cannot be had. The message is one line that names the variable, and quotes nothing. */
export class SecretRefusal extends Error {
  override readonly name = 'SecretRefusal';
}

/**
 * A secret of the environment: the variable itself, or the content of the file that `<variable>_FILE` names, without the end
 * of its line. Both at once are refused.
 */
export function secretOf(config: Readonly<Record<string, unknown>>, variable: string): string | undefined {
  const [inline, path] = [textIn(config, variable), textIn(config, `${variable}_FILE`)];
  if (path === undefined) return inline;
  if (inline !== undefined) throw new SecretRefusal(`${variable} and ${variable}_FILE: only one of them can be set`);
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
    throw new SecretRefusal(`${variable}: the file cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`);
  }
}
