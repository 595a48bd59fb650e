import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AspspProfile, PROFILE_PRESETS, Xs2aError } from '@xs2a/contracts';
import { CPU_MS_MAX, cpuMsOf, pain001 } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMessage } from './parse-message.ts';

const TRANSLITERATING: AspspProfile = PROFILE_PRESETS['hr-full'];
const PROFILE: AspspProfile = { ...TRANSLITERATING, textCharacters: 'refuse' };
const SCTHR = 'urn:iso:std:iso:20022:tech:xsd:scthr:pain.001.001.03';
const LATER = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** Two blocks; the amounts of the second start at 1.00 EUR. */
const BLOCKS = [
  { transfers: [{ amount: '7.00' }] },
  { transfers: Array.from({ length: 20 }, (_, index) => ({ amount: `${index + 1}.00` })) },
];
const MESSAGE = pain001({ blocks: BLOCKS });
const SECOND = 'CstmrCdtTrfInitn/PmtInf[2]';

async function refusalOf(xml: string, profile = PROFILE): Promise<Xs2aError> {
  try {
    await parseMessage(profile, xml);
  } catch (error) {
    if (error instanceof Xs2aError) return error;
    throw error;
  }
  return expect.fail('was accepted');
}

/** Replaces the last occurrence. */
function last(from: string, to: string, xml = MESSAGE): string {
  const at = xml.lastIndexOf(from);
  expect(at, from).toBeGreaterThan(0);
  return xml.slice(0, at) + to + xml.slice(at + from.length);
}

const within = (limits: Partial<AspspProfile['limits']>): AspspProfile => ({
  ...PROFILE,
  limits: { ...PROFILE.limits, ...limits },
});

beforeAll(async () => void (await parseMessage(PROFILE, MESSAGE)));

describe('a pain.001 message', () => {
  it('is accepted with its count, totals, accounts and first payees', async () => {
    const { bulk, original, batches } = await parseMessage(PROFILE, MESSAGE);
    expect(bulk).toMatchObject({
      numberOfTransactions: 21,
      totals: [{ currency: 'EUR', amount: '217.00' }],
      debtorAccounts: [{ iban: 'HR2799900051100000019' }],
    });
    expect(bulk.payees).toHaveLength(10);
    expect(original).toMatchObject({ message: 'pain.001.001.03', messageId: 'M-1', controlSum: '217.00' });
    expect(batches.map(({ block, first, transfers }) => [block, first, transfers.length])).toEqual([
      [1, 1, 1],
      [2, 1, 20],
    ]);
  });

  it.each([
    ['2027-02-01T23:30:00Z', 'is on the day of the bank, where it is after midnight', '2027-02-02'],
    ['2027-02-01T00:30:00.5+03:00', 'is on the day of the bank, where it is before midnight', '2027-01-31'],
    ['2027-02-01T23:30:00', 'without an offset is on the clock of the bank', '2027-02-01'],
  ])('with the moment %s %s', async (moment, _, day) => {
    const xml = pain001({ blocks: [{ transfers: [{ amount: '1.00' }], day: '2027-02-01' }], namespace: LATER });
    const timed = xml.replace(/<Dt>[^<]*<\/Dt>/, `<DtTm>${moment}</DtTm>`);
    expect(timed).toContain(moment);
    expect((await parseMessage({ ...PROFILE, timeZone: 'Europe/Zagreb' }, timed)).bulk.days).toEqual([day]);
  });

  it.each([
    [
      'a count that is not that of its transactions',
      MESSAGE.replace('<NbOfTxs>21<', '<NbOfTxs>22<'),
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
    ],
    [
      'a sum that is not that of its amounts',
      MESSAGE.replace('<CtrlSum>217.00<', '<CtrlSum>217.01<'),
      'CstmrCdtTrfInitn/GrpHdr/CtrlSum',
    ],
    ['a wrong count of a block', MESSAGE.replace('<NbOfTxs>20<', '<NbOfTxs>2<'), `${SECOND}/NbOfTxs`],
    [
      'a wrong sum of a block',
      MESSAGE.replace('<CtrlSum>210.00<', '<CtrlSum>210<'.replace('210', '211')),
      `${SECOND}/CtrlSum`,
    ],
    [
      'a total of more than 14 digits',
      last('>7.00</InstdAmt>', '>99999999999999.99</InstdAmt>', pain001({ blocks: [...BLOCKS].reverse() }))
        .replace('<CtrlSum>217.00<', '<CtrlSum>100000000000209.99<')
        .replace('<CtrlSum>7.00<', '<CtrlSum>99999999999999.99<'),
      'CstmrCdtTrfInitn/GrpHdr/CtrlSum',
    ],
    [
      'an amount of more than 14 digits, and so such a total',
      MESSAGE.replace('>7.00</InstdAmt>', '>100000000000007</InstdAmt>')
        .replace('<CtrlSum>217.00<', '<CtrlSum>100000000000217<')
        .replace('<CtrlSum>7.00<', '<CtrlSum>100000000000007<'),
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt',
    ],
    [
      'a name of more than 70 characters, as in JSON',
      last('Primatelj 17', 'P'.repeat(71)),
      `${SECOND}/CdtTrfTxInf[17]/Cdtr/Nm`,
    ],
    ['another method than TRF', last('<PmtMtd>TRF<', '<PmtMtd>CHK<'), `${SECOND}/PmtMtd`],
    [
      'a debtor account with wrong check digits',
      last('HR2799900051100000019', 'HR2899900051100000019'),
      `${SECOND}/DbtrAcct/Id/IBAN`,
    ],
    [
      'a payee account with wrong check digits',
      last('HR1210010051863000160', 'HR1210010051863000161'),
      `${SECOND}/CdtTrfTxInf[20]/CdtrAcct/Id/IBAN`,
    ],
    [
      'an amount of zero',
      last('>17.00</InstdAmt>', '>0.00</InstdAmt>').replaceAll('217.00', '200.00').replaceAll('210.00', '193.00'),
      `${SECOND}/CdtTrfTxInf[17]/Amt/InstdAmt`,
    ],
    [
      'an amount with a fraction that its currency has not',
      last('>17.00</InstdAmt>', '>17.001</InstdAmt>').replaceAll('217.00', '217.001').replaceAll('210.00', '210.001'),
      `${SECOND}/CdtTrfTxInf[17]/Amt/InstdAmt`,
    ],
    [
      'an amount in yen with a fraction',
      last('Ccy="EUR">17.00', 'Ccy="JPY">17.50').replaceAll('217.00', '217.50').replaceAll('210.00', '210.50'),
      `${SECOND}/CdtTrfTxInf[17]/Amt/InstdAmt`,
    ],
    [
      'an amount that is none',
      last('>17.00</InstdAmt>', '>17,00</InstdAmt>'),
      `${SECOND}/CdtTrfTxInf[17]/Amt/InstdAmt`,
    ],
    ['a currency that is none', last('Ccy="EUR">17.00', 'Ccy="eur">17.00'), `${SECOND}/CdtTrfTxInf[17]/Amt/InstdAmt`],
    ['no name of the payee', last('<Nm>Primatelj 17</Nm>', ''), `${SECOND}/CdtTrfTxInf[17]/Cdtr/Nm`],
    [
      'no account of the payee',
      last('<CdtrAcct><Id><IBAN>HR1210010051863000160</IBAN></Id></CdtrAcct>', ''),
      `${SECOND}/CdtTrfTxInf[20]/CdtrAcct`,
    ],
    ['no end-to-end id', last('<EndToEndId>E-17</EndToEndId>', ''), `${SECOND}/CdtTrfTxInf[17]/PmtId`],
    ['an end-to-end id of 36 characters', last('E-17', 'E'.repeat(36)), `${SECOND}/CdtTrfTxInf[17]/PmtId/EndToEndId`],
    ['a reference of a wrong model', last('E-17', 'HR012-3-4'), `${SECOND}/CdtTrfTxInf[17]/PmtId/EndToEndId`],
    [
      'an ISO 11649 reference with wrong check digits',
      last('<Ustrd>Racun 17</Ustrd>', '<Strd><CdtrRefInf><Ref>RF19539007547034</Ref></CdtrRefInf></Strd>'),
      `${SECOND}/CdtTrfTxInf[17]/RmtInf/Strd/CdtrRefInf/Ref`,
    ],
    [
      'text for the payee of more than 140 characters in all',
      last('<Ustrd>Racun 17</Ustrd>', `<Ustrd>${'a'.repeat(100)}</Ustrd><Ustrd>${'a'.repeat(100)}</Ustrd>`),
      `${SECOND}/CdtTrfTxInf[17]/RmtInf/Ustrd`,
    ],
    [
      'charges for the payee alone within the EEA',
      last('<Cdtr><Nm>Primatelj 17', '<ChrgBr>CRED</ChrgBr><Cdtr><Nm>Primatelj 17'),
      `${SECOND}/CdtTrfTxInf[17]/ChrgBr`,
    ],
    [
      'Croatian letters under the name of ISO',
      last('Primatelj 17', 'Primateljčić 17'),
      `${SECOND}/CdtTrfTxInf[17]/Cdtr/Nm`,
    ],
    [
      'an emoji under the national name',
      last('Primatelj 17', 'Primatelj 😀', pain001({ blocks: BLOCKS, namespace: SCTHR })),
      `${SECOND}/CdtTrfTxInf[17]/Cdtr/Nm`,
    ],
    [
      'an element that the schema does not know',
      last('<PmtId><InstrId>I-17', '<Extra/><PmtId><InstrId>I-17'),
      `${SECOND}/CdtTrfTxInf[17]/Extra`,
    ],
    [
      'an amount as an equivalent',
      last(
        '<InstdAmt Ccy="EUR">17.00</InstdAmt>',
        '<EqvtAmt><Amt Ccy="EUR">17.00</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt>',
      )
        .replaceAll('217.00', '200.00')
        .replaceAll('210.00', '193.00'),
      `${SECOND}/CdtTrfTxInf[17]/Amt`,
    ],
    [
      'a BIC where version 09 has BICFI',
      MESSAGE.replace('pain.001.001.03', 'pain.001.001.09').replaceAll(
        /<ReqdExctnDt>(.{10})<\/ReqdExctnDt>/g,
        '<ReqdExctnDt><Dt>$1</Dt></ReqdExctnDt>',
      ),
      'CstmrCdtTrfInitn/PmtInf/DbtrAgt/FinInstnId/BIC',
    ],
  ])('with %s is refused, and the element is named without its value', async (_, xml, path) => {
    const { situation, path: named, refusal, text = '' } = await refusalOf(xml);
    expect([situation, refusal.code, named]).toEqual(['fieldInvalid', 'FORMAT_ERROR', path]);
    expect(text).not.toMatch(/HR\d{5}|217|Primatelj/);
  });

  it('is refused with all its schema faults, block after block, at most ten', async () => {
    const xml = MESSAGE.replace('<NbOfTxs>21</NbOfTxs>', '<NbOfTxs>many</NbOfTxs>')
      .replace('Ccy="EUR">7.00', 'Ccy="EURO">7.00')
      .replaceAll(/<EndToEndId>[^<]*<\/EndToEndId>/g, `<EndToEndId>${'9'.repeat(36)}</EndToEndId>`);
    const { others, ...first } = await refusalOf(xml);
    expect([first, ...others].map(({ path, text }) => `${path} ${text}`).slice(0, 4)).toEqual([
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs must be a whole number of at most 15 digits',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/PmtId/EndToEndId may have at most 35 characters',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt must have a currency of three capitals in Ccy, such as EUR',
      `${SECOND}/CdtTrfTxInf/PmtId/EndToEndId may have at most 35 characters`,
    ]);
    expect(others).toHaveLength(9);
  });

  it('is refused with everything that the bank cannot execute, and the letters not permitted', async () => {
    const xml = last('<PmtMtd>TRF</PmtMtd>', '<PmtMtd>CHK</PmtMtd>')
      .replace('<NbOfTxs>21</NbOfTxs>', '<NbOfTxs>22</NbOfTxs>')
      .replace(/<Cdtr><Nm>[^<]*</, '<Cdtr><Nm>Łukasz<');
    const { others, ...first } = await refusalOf(xml);
    expect([first, ...others].map(({ path }) => path)).toEqual([
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm',
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
      `${SECOND}/PmtMtd`,
    ]);
  });

  it('is refused with its invalid values and with everything that the bank cannot execute at once', async () => {
    const xml = last('<PmtMtd>TRF</PmtMtd>', '<PmtMtd>TRA</PmtMtd>')
      .replace('<NbOfTxs>21</NbOfTxs>', '<NbOfTxs>many</NbOfTxs>')
      .replace('Ccy="EUR">7.00', 'Ccy="EUR">7,00')
      .replace(/<Cdtr><Nm>[^<]*</, '<Cdtr><Nm>Łukasz<');
    const { others, ...first } = await refusalOf(xml);
    expect([first, ...others].map(({ path }) => path)).toEqual([
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm',
      `${SECOND}/PmtMtd`,
    ]);
    const { others: alike, ...same } = await refusalOf(xml, TRANSLITERATING);
    expect([same, ...alike].map(({ path }) => path)).toEqual([
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt',
      `${SECOND}/PmtMtd`,
    ]);
  });

  it('is refused for its structure alone if elements are missing or misplaced: the rest cannot be checked', async () => {
    const xml = MESSAGE.replace('<NbOfTxs>21</NbOfTxs>', '<NbOfTxs><Many/></NbOfTxs>').replace('TRF', 'TRA');
    const { path, others } = await refusalOf(xml);
    expect([path, others]).toEqual(['CstmrCdtTrfInitn/GrpHdr/NbOfTxs', []]);
  });

  it('is transliterated if the profile permits it, and otherwise unchanged', async () => {
    const posted = last('Primatelj 17', 'Primateljčić &amp; 17');
    const { transliterated, bulk } = await parseMessage(TRANSLITERATING, posted);
    expect(transliterated).toEqual({
      xml: last('Primatelj 17', 'Primateljcic + 17').replace('UTF-8', 'utf-8'),
      paths: [`${SECOND}/CdtTrfTxInf[17]/Cdtr/Nm`],
    });
    expect(bulk.numberOfTransactions).toBe(21);
    expect((await parseMessage(TRANSLITERATING, MESSAGE)).transliterated).toBeUndefined();
    expect((await refusalOf(last('Primatelj 17', 'Ana \u202EcinA'), TRANSLITERATING)).path).toBe(
      `${SECOND}/CdtTrfTxInf[17]/Cdtr/Nm`,
    );
  });

  it('may have amounts with more trailing zeroes than their currency has digits, which are dropped', async () => {
    const xml = last('>17.00</InstdAmt>', '>17.00000</InstdAmt>').replace('<CtrlSum>217.00<', '<CtrlSum>217.00000<');
    const { bulk, batches } = await parseMessage(PROFILE, xml);
    expect(bulk.totals).toEqual([{ currency: 'EUR', amount: '217.00' }]);
    expect(batches[1]?.transfers[16]).toMatchObject({ instructedAmount: { currency: 'EUR', amount: '17.00' } });
  });

  it('is refused with every PmtInfId that two blocks share: their statuses could not be distinguished', async () => {
    const { others, ...first } = await refusalOf(MESSAGE.replace('<PmtInfId>P-2<', '<PmtInfId>P-1<'));
    expect([first, ...others].map(({ path, text }) => `${path} ${text}`)).toEqual([
      'CstmrCdtTrfInitn/PmtInf/PmtInfId must differ from that of every other PmtInf',
      `${SECOND}/PmtInfId must differ from that of every other PmtInf`,
    ]);
  });

  it('is accepted with valid amounts, names and references in the same places', async () => {
    const right = [
      last('E-17', 'HR99'),
      last('E-17', 'HR01123-43'),
      last('<Ustrd>Racun 17</Ustrd>', '<Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>'),
      last('<Cdtr><Nm>Primatelj 17', '<ChrgBr>SLEV</ChrgBr><Cdtr><Nm>Primatelj 17'),
      last('Primatelj 17', 'Primateljčić 17', pain001({ blocks: BLOCKS, namespace: SCTHR })),
      pain001({ blocks: BLOCKS, namespace: LATER }),
      MESSAGE.replace('<CtrlSum>217.00</CtrlSum>', ''),
      MESSAGE.replace('<CtrlSum>217.00<', '<CtrlSum>217<'),
    ];
    for (const xml of right) expect((await parseMessage(PROFILE, xml)).bulk.numberOfTransactions).toBe(21);
  });

  it.each([
    ['transactions', { bulkTransactionsMax: 20 }, `${SECOND}/CdtTrfTxInf[20]`, { bulkTransactionsMax: 21 }],
    ['blocks', { bulkBlocksMax: 1 }, SECOND, { bulkBlocksMax: 2 }],
  ])('may have as many %s as the profile allows', async (_, tooFew, path, enough) => {
    expect((await refusalOf(MESSAGE, within(tooFew))).path).toBe(path);
    expect((await parseMessage(within(enough), MESSAGE)).bulk.numberOfTransactions).toBe(21);
  });
});

describe('names of the sender', () => {
  it.each([100, 1_000, 10_000, 60_000])(
    'of %i characters are refused with a path and a text of bounded length',
    async (length) => {
      const name = 'X'.repeat(length);
      for (const xml of [
        last('<PmtMtd>TRF</PmtMtd>', `<${name}/>`),
        last('<PmtMtd>', `<PmtMtd ${name}="">`),
        last('<PmtMtd>', `<PmtMtd xmlns:x="urn:x" x:${name}="">`),
      ]) {
        const { situation, path = '', text = '' } = await refusalOf(xml);
        expect(situation).toBe(length > 16_384 ? 'bodyInvalid' : 'fieldInvalid');
        expect([path.length <= 200, text.length <= 500], `${path} ${text}`).toEqual([true, true]);
      }
    },
  );
});

describe('hostile XML', () => {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-pipe-'));
  const pipe = join(folder, 'pipe');
  let connections = 0;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    // Opening the pipe blocks forever.
    execFileSync('mkfifo', [pipe]);
    server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const doctype = (inside: string) => MESSAGE.replace('<Document', `<!DOCTYPE Document ${inside}><Document`);
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const HOSTILE: readonly (readonly [string, () => string])[] = [
    ['billion laughs', () => doctype(`[<!ENTITY l0 "lol">${laughs}]`).replace('Primatelj 1<', '&l9;<')],
    [
      'a quadratic blow-up',
      () => doctype(`[<!ENTITY a "${'a'.repeat(50_000)}">]`).replace('Primatelj 1<', `${'&a;'.repeat(50_000)}<`),
    ],
    [
      'an external entity of a file',
      () => doctype(`[<!ENTITY x SYSTEM "file://${pipe}">]`).replace('Primatelj 1<', '&x;<'),
    ],
    ['an external entity of the net', () => doctype(`[<!ENTITY x SYSTEM "${url}">]`).replace('Primatelj 1<', '&x;<')],
    ['a parameter entity of the net', () => doctype(`[<!ENTITY % x SYSTEM "${url}"> %x;]`)],
    ['an external document type', () => doctype(`SYSTEM "${url}"`)],
    ['a document type alone', () => doctype('')],
    [
      'XInclude',
      () =>
        MESSAGE.replace(
          '<GrpHdr>',
          `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${pipe}"/><GrpHdr>`,
        ),
    ],
    [
      'a style sheet',
      () =>
        MESSAGE.replace('<Document', `<?xml-stylesheet href="${url}"?><Document`).replace('<PmtMtd>TRF', '<PmtMtd>XXX'),
    ],
    ['100,000 levels', () => MESSAGE.replace('<GrpHdr>', '<a>'.repeat(100_000))],
    ['an attribute of 5 MB', () => MESSAGE.replace('<GrpHdr>', `<GrpHdr a="${'x'.repeat(5_000_000)}">`)],
    [
      '200,000 attributes',
      () => MESSAGE.replace('<GrpHdr>', `<GrpHdr ${Array.from({ length: 200_000 }, (_, n) => `a${n}=""`).join(' ')}>`),
    ],
    ['UTF-16 that was read as UTF-8', () => Buffer.from(MESSAGE, 'utf16le').toString('utf8')],
    ['another encoding by its own word', () => MESSAGE.replace('UTF-8', 'UTF-7')],
    ['a message of another kind', () => MESSAGE.replace('pain.001.001.03', 'camt.053.001.02')],
    ['a namespace that nobody knows', () => MESSAGE.replace('pain.001.001.03', 'pain.001.001.99')],
    ['no message', () => ''],
    ['JSON', () => '{"a":1}'],
    ['half a message', () => MESSAGE.slice(0, MESSAGE.length / 2)],
    ['names of prototypes', () => MESSAGE.replace('<GrpHdr>', '<__proto__ constructor="x"/><GrpHdr>')],
  ];

  it.each(HOSTILE)('with %s is refused in less than 100 ms of CPU time, and nothing is opened', async (_, make) => {
    const xml = make();
    const refuse = async (): Promise<void> => {
      expect((await refusalOf(xml)).refusal).toMatchObject({ status: 400, code: 'FORMAT_ERROR' });
    };
    expect(await cpuMsOf(refuse)).toBeLessThan(CPU_MS_MAX);
    expect(connections).toBe(0);
    expect(Object.hasOwn(Object.prototype, 'constructor')).toBe(true);
  });
});
