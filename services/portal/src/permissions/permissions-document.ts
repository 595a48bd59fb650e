import { setImmediate as nextTurn } from 'node:timers/promises';
import Pdf from 'pdfkit';
import type { Language } from '../rendering/languages.ts';
import type { Permission } from '../rendering/permission.ts';
import type { Words } from '../words/words.ts';
import { fontFile } from './document-fonts.ts';

const SIZES = { H1: 20, H2: 14, H3: 11, P: 9 } as const;
/** Entries that are written before others have their turn. */
const ENTRIES_AT_ONCE = 10;

interface Content {
  readonly permissions: readonly Permission[];
  readonly orders: readonly Permission[];
  readonly hasMore: boolean;
}

interface Reader {
  readonly words: Words;
  readonly language: Language;
  readonly bankName: string;
  readonly psuName: string;
  readonly writtenAt: string;
}

/**
 * All permissions and standing orders as a PDF. It is tagged (ISO 32000-1, 14.8): a screen reader finds title, headings,
 * paragraphs and language. Its typeface has the letters of all languages in which names of accounts and payees are usual here.
 */
export async function permissionsDocument(
  { permissions, orders, hasMore }: Content,
  { words, language, bankName, psuName, writtenAt }: Reader,
): Promise<Buffer> {
  const says = words.permissions;
  const document = new Pdf({
    size: 'A4',
    margin: 56,
    lang: language,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    info: { Title: `${says.heading}, ${bankName}` },
    font: fontFile('regular'),
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  const root = document.struct('Document');
  document.addStructure(root);
  const write = (tag: keyof typeof SIZES, text: string): void => {
    const lines = (): void => {
      document
        .font(fontFile(tag === 'P' ? 'regular' : 'bold'))
        .fontSize(SIZES[tag])
        .text(text.replaceAll('\u00A0', ' '))
        .moveDown(tag === 'P' ? 0.2 : 0.4);
    };
    root.add(document.struct(tag, {}, lines));
  };
  write('H1', says.heading);
  write('P', `${bankName}. ${words.summary.signedInAs}: ${psuName}. ${says.writtenAt(writtenAt)}`);
  if (hasMore) write('P', says.moreThanFile);
  for (const [heading, entries, none] of [
    [undefined, permissions, says.none],
    [says.standingOrders.heading, orders, says.standingOrders.none],
  ] as const) {
    document.moveDown();
    if (heading !== undefined) write('H2', heading);
    if (entries.length === 0) write('P', none);
    for (const [index, entry] of entries.entries()) {
      if (index % ENTRIES_AT_ONCE === 0) await nextTurn();
      document.moveDown(0.6);
      write('H3', `${entry.title} (${entry.status})`);
      for (const line of linesOf(entry)) write('P', line);
    }
  }
  root.end();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function linesOf({ amount, amountNote = '', accounts, facts }: Permission): string[] {
  return [
    ...(amount === undefined ? [] : [`${amount} ${amountNote}`]),
    ...accounts.map(({ id, name, rights }) => `${name === undefined ? '' : `${name}, `}${id}: ${rights.join(', ')}`),
    ...facts.map(({ label, value, detail }) => `${label}: ${value}${detail === undefined ? '' : `, ${detail}`}`),
  ];
}
