import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../folders.ts';

const PAGE = join(ROOT, 'docs', 'operations', 'kubernetes.md');

/** The commands of the page about Kubernetes below a heading, as they are written there: one text for each block. */
export function documentedCommands(heading: string, page = readFileSync(PAGE, 'utf8')): string[] {
  const section = page.split(/^#{2,3} /m).find((one) => one.startsWith(`${heading}\n`));
  const blocks = [...(section ?? '').matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands);
  if (blocks.length === 0) throw new Error(`docs/operations/kubernetes.md has no commands below "${heading}"`);
  return blocks;
}
