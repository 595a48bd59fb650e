import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { page } from './markdown.ts';

const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));
const HEAD = /^# (\d+)\. (.+)\n\nStatus: accepted\. Date: (\d{4}-\d\d-\d\d)\. Subject: (.+?)\.(?: Includes (.+)\.)?\n/;

const SOURCES = [
  [
    'Implementation Guidelines',
    'NextGenPSD2 XS2A Framework, Implementation Guidelines 1.3.x, Berlin Group; by section title',
  ],
  ['Extended Services', 'the documents of that name of the NextGenPSD2 XS2A Framework, Berlin Group'],
  ['Croatian profile', 'NextGenPSD2 XS2A framework for Croatia, HUB (Croatian Banking Association)'],
  ['RTS 2018/389', 'Commission Delegated Regulation (EU) 2018/389, as amended by Regulation (EU) 2022/2360'],
] as const;

/** Chapters of the index, in the order of a reader who starts with the interface. */
const SUBJECTS = [
  'Standard and profile',
  'Requests and errors',
  'Certificates and signatures',
  'Consents and accounts',
  'Payments and baskets',
  'Authorisation',
  'OAuth',
  'Limits, notifications and statistics',
  'Services and messages',
  'Operation',
  'Developers and sandbox',
];

/** Returns the index of `docs/decisions`: the records of each subject, by number. */
export function decisionsPage(): string {
  const names = readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const records = names.toSorted().map(readRecord);
  return page(
    'Decisions',
    'the records in this folder',
    [
      'Choices of the team, their reasons and consequences. Every record is in force: a commit that changes a choice changes its record in the same commit.',
      'Records on one subject were merged; "includes" names the earlier numbers, which are not used again. Code and pages cite a record as "decision 12".',
      'Other citations are of public sources:',
    ].join('\n'),
    SOURCES.map(([name, meaning]) => `- "${name}": ${meaning}`).join('\n'),
    ...SUBJECTS.flatMap((subject) => [
      `## ${subject}`,
      records
        .filter((record) => record.subject === subject)
        .map(({ line }) => line)
        .join('\n'),
    ]),
  );
}

function readRecord(name: string): { subject: string; line: string } {
  const [, number, title, date, subject = '', included] = HEAD.exec(readFileSync(FOLDER + name, 'utf8')) ?? [];
  if (!SUBJECTS.includes(subject)) {
    throw new Error(`docs/decisions/${name} needs a number, title, status, date and one of the subjects of the index`);
  }
  const includes = included === undefined ? '' : `; includes ${included}`;
  return { subject, line: `- [${number}. ${title}](${name}) (${date}${includes})` };
}
