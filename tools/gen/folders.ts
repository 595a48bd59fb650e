import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { folderOfProgram, ROOT } from '../programs.ts';
import { code } from './markdown.ts';

/** Folders of `src/` of one component, by name, in the order of the file. */
const Folders = z.record(z.string(), z.strictObject({ content: z.string(), imports: z.array(z.string()).default([]) }));

/** Reads `folders.yaml` of a service or of the sandbox bank. Throws if the file has another form. */
export function foldersOf(program: string): z.output<typeof Folders> {
  return Folders.parse(parse(readFileSync(join(ROOT, folderOfProgram(program), 'folders.yaml'), 'utf8')));
}

/** Folders of these programs, for docs/ARCHITECTURE.md. */
export function foldersSection(programs: readonly string[]): string {
  const parts = programs.flatMap((program) => {
    const lines = Object.entries(foldersOf(program)).map(([folder, { content, imports }]) => {
      const others = imports.length === 0 ? '' : ` Imports ${imports.map(code).join(', ')}.`;
      return `- ${code(folder)}: ${content}.${others}`;
    });
    return [`#### ${program}`, lines.join('\n')];
  });
  return parts.join('\n\n');
}
