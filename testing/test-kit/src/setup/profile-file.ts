import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** Writes a file with a profile that differs from `hr-full` by these settings, in YAML or as data. It is deleted when the process ends. */
export function profileFile(settings: string | object): string {
  folder ??= folderOfThisProcess();
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  const yaml =
    typeof settings === 'string'
      ? `preset: hr-full\n${settings}\n`
      : JSON.stringify({ preset: 'hr-full', ...settings });
  writeFileSync(file, yaml);
  return file;
}

function folderOfThisProcess(): string {
  const made = mkdtempSync(join(tmpdir(), 'xs2a-profiles-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}
