import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { page } from './markdown.ts';

const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));
const RECORD = /^# (\d+)\. (.+)\n\nStatus: ([a-z0-9 ]+)\. Date: (\d{4}-\d\d-\d\d)\.\n/;

const SOURCES = [
  [
    'Implementation Guidelines',
    'NextGenPSD2 XS2A Framework, Implementation Guidelines 1.3.x, Berlin Group; by section title',
  ],
  ['Extended Services', 'the documents of that name of the NextGenPSD2 XS2A Framework, Berlin Group'],
  ['Croatian profile', 'NextGenPSD2 XS2A framework for Croatia, HUB (Croatian Banking Association)'],
  ['RTS 2018/389', 'Commission Delegated Regulation (EU) 2018/389, as amended by Regulation (EU) 2022/2360'],
] as const;

/** The records of `docs/decisions` by number, each with its title, status and date. */
export function decisionsPage(): string {
  const names = readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const lines = names.toSorted().map((name) => {
    const [, number, title, status, date] = RECORD.exec(readFileSync(FOLDER + name, 'utf8')) ?? [];
    if (number === undefined) throw new Error(`docs/decisions/${name} has no number, title, status and date`);
    return `- [${number}. ${title}](${name}): ${status}, ${date}`;
  });
  return page(
    'Decisions',
    'the records in this folder',
    [
      'What the team decided, why, and what follows from it. A record is not rewritten when it no longer holds: a new one',
      'replaces it, and its status says so. Code and pages cite a record as "decision 12". Other citations are public:',
    ].join('\n'),
    SOURCES.map(([name, meaning]) => `- "${name}": ${meaning}`).join('\n'),
    lines.join('\n'),
  );
}
