import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../folders.ts';

const PAGE = join(ROOT, 'docs', 'operations', 'kubernetes.md');

const HEADING = /^#{2,3} [^#]/;

/** Returns the commands below a heading of the page about Kubernetes, unchanged: one text for each block. */
export function documentedCommands(heading: string, page = readFileSync(PAGE, 'utf8')): string[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => HEADING.test(line) && line.endsWith(`# ${heading}`)) + 1;
  const length = start === 0 ? 0 : lines.slice(start).findIndex((line) => HEADING.test(line));
  const section = lines.slice(start, length === -1 ? undefined : start + length).join('\n');
  const blocks = section
    .split('```console\n')
    .slice(1)
    .map((block) => block.split('```')[0] ?? '');
  if (blocks.length === 0) throw new Error(`docs/operations/kubernetes.md has no commands below "${heading}"`);
  return blocks;
}
