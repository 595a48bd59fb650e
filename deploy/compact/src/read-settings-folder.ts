import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingsRefusal } from '@xs2a/service-kit';

/** Variable with the folder that has one file for each service. */
const FOLDER = 'COMPACT_SETTINGS';
const ENDING = '.env';

/**
 * Returns the environment of each service to run: that of the process, with the variables in `<service>.env` in the folder
 * `COMPACT_SETTINGS` added or replaced. A service without a file does not run. Throws an error that names every file that is
 * unreadable or belongs to no service.
 */
export function readSettingsFolder<Name extends string>(
  services: readonly Name[],
  { [FOLDER]: folder, ...common }: NodeJS.ProcessEnv,
): Map<Name, NodeJS.ProcessEnv> {
  const files = folder === undefined ? [] : namesIn(folder);
  if (folder === undefined || files.length === 0) {
    throw refusal(['must be a folder with a file <service>.env for each service to run']);
  }
  const unknown = files.filter((file) => !services.some((service) => file === service));
  const faults = unknown.map((name) => `${name}${ENDING} is of no service`);
  const environments = services
    .filter((service) => files.includes(service))
    .map((service) => {
      try {
        const own = parseEnv(readFileSync(join(folder, `${service}${ENDING}`), 'utf8'));
        return [service, { ...common, ...own }] as const;
      } catch (error) {
        faults.push(`${service}${ENDING} cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`);
        return [service, common] as const;
      }
    });
  if (faults.length > 0) throw refusal(faults);
  return new Map(environments);
}

function namesIn(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith(ENDING));
    return files.map((name) => name.slice(0, -ENDING.length));
  } catch (error) {
    throw refusal([`cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`]);
  }
}

function refusal(texts: readonly string[]): SettingsRefusal {
  return new SettingsRefusal(texts.map((text) => ({ variable: FOLDER, text })));
}
