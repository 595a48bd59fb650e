import { inflateSync } from 'node:zlib';
import type { PsuConsent } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { NEUTRAL } from '../../test/render-step.ts';
import { WORDS } from '../rendering/languages.ts';
import type { Permission } from '../rendering/permission.ts';
import { renderPage } from '../rendering/render-page.ts';
import { describeAccesses } from './describe-accesses.ts';
import { describePermission } from './describe-permission.ts';
import { readPage, readPosition, SHOWN_AT_ONCE, searchWords, shownPage } from './overview-page.ts';
import { permissionsDocument } from './permissions-document.ts';
import { permissionsFile } from './permissions-file.ts';

const IBAN = 'HR2799900051100000019';

function permission(number: number, given: Partial<PsuConsent> = {}): Permission {
  const consent: PsuConsent = {
    kind: 'consent',
    consentId: `c-${number}`,
    tppName: `Provider ${number}`,
    grants: [{ account: { iban: IBAN }, rights: ['accounts', 'balances'] }],
    recurringIndicator: true,
    frequencyPerDay: 4,
    validUntil: '2027-05-20',
    consentStatus: 'expired',
    authorisedAt: '2026-11-21T06:00:00Z',
    usesInAll: 0,
    history: [{ at: '2026-11-21T06:00:00Z', event: 'superseded', consentStatus: 'expired', by: 'psu' }],
    ...given,
  };
  const accountNames = { [IBAN]: 'Tekući račun' };
  return describePermission(consent, { language: 'en', timeZone: 'Europe/Zagreb', accountNames });
}

const many = Array.from({ length: 200 }, (_, index) => permission(index + 1));

/** A list of this length, read by pages. */
const listOf = (count: number) => (page: number) =>
  Promise.resolve({ count, found: many.slice(0, count).slice((page - 1) * SHOWN_AT_ONCE, page * SHOWN_AT_ONCE) });

async function shown(query: Record<string, unknown>, count = many.length) {
  const position = readPosition(query);
  const { found, ...page } = await readPage(position.pages.ended, listOf(count));
  return shownPage('ended', { ...page, permissions: found }, position);
}

describe('the overview of permissions', () => {
  it('shows one page of each list, and others by number; after the last page, it shows the last', async () => {
    const first = await shown({});
    expect(first.permissions.map(({ tppName }) => tppName)).toEqual(
      many.slice(0, SHOWN_AT_ONCE).map(({ tppName }) => tppName),
    );
    expect((await shown({ ended: '2' })).permissions[0]?.tppName).toBe('Provider 11');
    expect((await shown({ ended: '999' })).permissions.at(-1)?.tppName).toBe('Provider 200');
    for (const nonsense of ['0', '-1', 'x', ['1', '2'], '1e3']) {
      expect((await shown({ ended: nonsense })).permissions[0]?.tppName).toBe('Provider 1');
    }
    expect((await shown({ ended: '2' })).pages[1]).toEqual({
      number: 2,
      href: '/permissions?ended=2#ended-title',
      isCurrent: true,
    });
    expect((await shown({}, SHOWN_AT_ONCE)).pages).toEqual([]);
    expect((await shown({ ended: '7' }, 0)).count).toBe(0);
  });

  it('links the first page, the last, and those around the present one', async () => {
    const { pages } = await shown({ ended: '10' });
    expect(pages.map(({ number }) => number)).toEqual([1, 8, 9, 10, 11, 12, 20]);
  });

  it('searches for each word, and for the accounts whose names have it', () => {
    const names = { [IBAN]: 'Tekući račun', HR1: 'Štednja' };
    expect(searchWords(' tekući  PROVIDER ', names)).toEqual([
      { text: 'tekući', accounts: [IBAN] },
      { text: 'PROVIDER', accounts: [] },
    ]);
    expect(searchWords('', names)).toEqual([]);
    expect(readPosition({ q: 'a\u0000b' }).search).toBe('a b');
  });

  it('keeps the search and the other lists on every page, written as text', async () => {
    const { pages } = await shown({ q: 'provider', orders: '3' });
    expect(pages[1]?.href).toBe('/permissions?q=provider&ended=2&orders=3#ended-title');
  });

  it('stays below 64 KB with 400 permissions', async () => {
    const ended = await shown({});
    const valid = { ...ended, id: 'valid' as const };
    const html = renderPage(
      'permissions',
      { psuName: 'Ana', action: '/permissions', token: 'token', search: '', mayBeSearched: true, valid, ended },
      { language: 'en', words: WORDS.en, languageLinks: [] },
      NEUTRAL,
    );
    expect(html.length).toBeLessThan(64 * 1_024);
    expect(html).toContain('<details class="ended">');
    expect(html).toContain('Replaced by a newer permission');
  });
});

const EN = { words: WORDS.en, language: 'en' as const };

describe('the file of permissions', () => {
  it('has a line for each account, and no cell that a spreadsheet program would compute', () => {
    const file = permissionsFile([permission(1, { tppName: '=1+1"x' })], EN);
    const [head, line, end] = file.split('\r\n');
    expect(head).toMatch(/^\uFEFF"Requested by","Status","Payee","Amount","Currency","Accounts","Account name","Data"/);
    expect(line).toMatch(
      /^"'=1\+1""x","Replaced by a newer permission","","","","HR27 9990 0051 1000 0001 9","Tekući račun","Account details, Balance"/,
    );
    expect(end).toBe('');
    for (const begin of ['=', '+', '-', '@', '|', '\t']) {
      expect(permissionsFile([permission(1, { tppName: `${begin}calc` })], EN)).toContain(`\r\n"'${begin}calc",`);
    }
  });

  it('follows the conventions of spreadsheet programs by language: in Croatian semicolons and a decimal comma', () => {
    const order = {
      ...permission(1),
      title: 'Vrtić',
      instructedAmount: { amount: '1250.00', currency: 'EUR' },
      accounts: [],
    };
    const [, hr = ''] = permissionsFile([order], { words: WORDS.hr, language: 'hr' }).split('\r\n');
    expect(hr).toMatch(/^"Provider 1";"[^"]+";"Vrtić";"1250,00";"EUR";"";"";"";/);
    const [, en = ''] = permissionsFile([order], EN).split('\r\n');
    expect(en).toMatch(/^"Provider 1","[^"]+","Vrtić","1250.00","EUR","","","",/);
  });

  it('has one column for the present or past validity, and loses no detail', () => {
    const [detailed] = permission(1).facts.map((fact) => ({ ...fact, detail: 'as agreed' }));
    const file = permissionsFile(
      [{ ...permission(1), facts: [detailed ?? { label: '', value: '' }] }, permission(2, { consentStatus: 'valid' })],
      EN,
    );
    const [head = '', first] = file.split('\r\n');
    expect(head.match(/Valid|Was valid/g)).toEqual(['Valid']);
    expect(first).toContain('"until 20 May 2027, as agreed"');
    expect(head).toContain('"Allowed"');
  });
});

it('accesses are shown by day and kind of data, with the number of those without the PSU', () => {
  const access = { day: '2026-11-22', kind: 'balances', psuPresent: true, times: 2 };
  const accesses = [
    { ...access, psuPresent: false, times: 1 },
    access,
    { ...access, day: '2026-11-20', kind: 'newer' },
  ];
  expect(describeAccesses(accesses, 'hr')).toEqual([
    { day: '22.\u00A011.\u00A02026.', what: ['Stanje: 3 puta, od toga 1 bez Vašeg sudjelovanja'] },
    { day: '20.\u00A011.\u00A02026.', what: ['newer: 2 puta'] },
  ]);
});

describe('the document of permissions', () => {
  const written = (permissions: Permission[]) =>
    permissionsDocument(
      { permissions, orders: [], hasMore: true },
      {
        words: WORDS.hr,
        language: 'hr',
        bankName: 'Banka d.d.',
        psuName: 'Žarko Đurić',
        writtenAt: '1. 3. 2027. u 10:00',
      },
    );

  it('is tagged, names its language and title, and has the letters of Croatian', async () => {
    const pdf = await written([permission(1, { tppName: 'Čičak, Ćup, Šuma' })]);
    const text = pdf.toString('latin1');
    expect(text.slice(0, 8)).toBe('%PDF-1.7');
    for (const part of [
      '/StructTreeRoot',
      '/Lang (hr)',
      '/Marked true',
      '/DisplayDocTitle true',
      '/S /H1',
      '/S /H2',
      '/S /H3',
    ]) {
      expect(text).toContain(part);
    }
    // Text as it is copied from a reader: the letters by their Unicode numbers.
    const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, stream = '']) => stream);
    const readable = streams.map((stream) => inflated(Buffer.from(stream, 'latin1'))).join('');
    for (const letter of 'čćžšđČĆŽŠĐ') {
      const number = letter.charCodeAt(0).toString(16).padStart(4, '0');
      if ('Čičak, Ćup, Šuma Žarko Đurić'.includes(letter)) expect(readable).toContain(`<${number}>`);
    }
  });

  it('numbers its pages, and splits no entry and no heading from its text', async () => {
    const pdf = await written(
      Array.from({ length: 30 }, (_, index) => permission(index, { consentStatus: index < 7 ? 'valid' : 'expired' })),
    );
    const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)];
    const pages = streams
      .map(([, stream = '']) => [...inflated(Buffer.from(stream, 'latin1')).matchAll(/\/(H[123]|P|Artifact) <</g)])
      .filter((tags) => tags.length > 0)
      .map((tags) => tags.map(([, tag]) => tag));
    expect(pages.length).toBeGreaterThan(4);
    for (const tags of pages) {
      expect(tags[0]).toMatch(/^H/);
      expect(tags.slice(-2)).toEqual(['P', 'Artifact']);
    }
    expect(pages.flat().filter((tag) => tag === 'H2')).toHaveLength(3);
  });

  it('of 1,000 entries yields to other requests in between', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const pdf = await written(Array.from({ length: 1_000 }, (_, index) => permission(index)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
    expect(pdf.length).toBeLessThan(2_000_000);
  });
});

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}
