import { setImmediate as nextTurn } from 'node:timers/promises';
import Pdf from 'pdfkit';
import type { Language } from '../rendering/languages.ts';
import type { Permission } from '../rendering/permission.ts';
import type { Words } from '../words/words.ts';
import { fontFile } from './document-fonts.ts';

const SIZES = { H1: 20, H2: 14, H3: 11, P: 9 } as const;
/** Entries written before other requests are served. */
const ENTRIES_AT_ONCE = 10;
const MARGIN = 56;
/** Line height, including the space below. */
const LINE = 15;

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
 * Writes all permissions and standing orders as a PDF. It is tagged (ISO 32000-1, 14.8): a screen reader finds title, headings,
 * paragraphs and language. Its typeface has the letters of all languages that are usual here in names of accounts and payees.
 */
export async function permissionsDocument(
  { permissions, orders, hasMore }: Content,
  { words, language, bankName, psuName, writtenAt }: Reader,
): Promise<Buffer> {
  const says = words.permissions;
  const document = new Pdf({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
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
  for (const line of [bankName, `${words.summary.signedInAs}: ${psuName}`, says.writtenAt(writtenAt)]) write('P', line);
  if (hasMore) write('P', says.moreThanFile);
  for (const { heading, entries, none } of listsOf({ permissions, orders }, says)) {
    document.moveDown();
    // A heading does not stand alone at the end of a page, and an entry is not split.
    for (const [index, entry] of entries.entries()) {
      if (index % ENTRIES_AT_ONCE === 0) await nextTurn();
      const lines = linesOf(entry);
      if (!hasRoom(document, lines.length + (index === 0 ? 5 : 2))) document.addPage();
      if (index === 0) write('H2', heading);
      document.moveDown(0.6);
      write('H3', `${entry.title} (${entry.status})`);
      for (const line of lines) write('P', line);
    }
    if (entries.length > 0) continue;
    write('H2', heading);
    write('P', none);
  }
  root.end();
  numberPages(document, bankName);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

interface List {
  readonly heading: string;
  readonly entries: readonly Permission[];
  readonly none: string;
}

/** As on the page: permissions in effect, and those that have ended. */
function listsOf({ permissions, orders }: Omit<Content, 'hasMore'>, says: Words['permissions']): List[] {
  const { standingOrders } = says;
  const part = (all: readonly Permission[], isValid: boolean) => all.filter((one) => one.isValid === isValid);
  const ended = [
    { heading: says.ended, entries: part(permissions, false), none: says.noneEnded },
    { heading: standingOrders.ended, entries: part(orders, false), none: standingOrders.noneEnded },
  ].filter(({ entries }) => entries.length > 0);
  return [
    { heading: says.valid, entries: part(permissions, true), none: says.none },
    { heading: standingOrders.heading, entries: part(orders, true), none: standingOrders.none },
    ...ended,
  ];
}

function hasRoom({ y, page }: PDFKit.PDFDocument, lines: number): boolean {
  return y === MARGIN || y + lines * LINE <= page.height - MARGIN;
}

/** Numbers the pages at the foot, which a screen reader skips. */
function numberPages(document: PDFKit.PDFDocument, bankName: string): void {
  const { count } = document.bufferedPageRange();
  for (let number = 1; number <= count; number++) {
    document.switchToPage(number - 1);
    const { page } = document;
    // Below the text, where PDFKit would begin another page.
    page.margins.bottom = 0;
    document.markContent('Artifact', { type: 'Pagination' });
    document.font(fontFile('regular')).fontSize(SIZES.P);
    document.text(`${bankName} · ${number} / ${count}`, MARGIN, page.height - MARGIN * 0.75, { align: 'right' });
    document.endMarkedContent();
  }
}

function linesOf({ amount, amountNote = '', accounts, facts }: Permission): string[] {
  return [
    ...(amount === undefined ? [] : [`${amount} ${amountNote}`]),
    ...accounts.map(({ id, name, rights }) => `${name === undefined ? '' : `${name}, `}${id}: ${rights.join(', ')}`),
    ...facts.map(({ label, value, detail }) => `${label}: ${value}${detail === undefined ? '' : `, ${detail}`}`),
  ];
}
