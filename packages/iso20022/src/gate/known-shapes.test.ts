import { describe, expect, it } from 'vitest';
import { checkStream, namespacesOf, readXml, streamXml, XmlRefusal } from '../index.ts';
import { checkSchema } from './check-schema.ts';
import { KnownShapes } from './known-shapes.ts';

const [NAMESPACE = ''] = namespacesOf('pain.001');
const MESSAGE = '/Document/CstmrCdtTrfInitn';
const CHECK = { repeated: ['PmtInf', 'CdtTrfTxInf'] };
/** Enough for the first check to be over when the last one comes, and its shape to be known. */
const TRANSFERS = 400;

const TRANSFER =
  '<CdtTrfTxInf><PmtId><InstrId>I-1</InstrId><EndToEndId>E-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1.50</InstdAmt></Amt>' +
  '<CdtrAgt><FinInstnId><BIC>ZABAHR2X</BIC></FinInstnId></CdtrAgt><Cdtr><Nm>Ana</Nm><PstlAdr><Ctry>HR</Ctry></PstlAdr></Cdtr>' +
  '<CdtrAcct><Id><IBAN>HR1210010051863000160</IBAN></Id></CdtrAcct><RmtInf><Ustrd>a</Ustrd><Ustrd>b</Ustrd></RmtInf></CdtTrfTxInf>';

const FITTING: readonly (readonly [string, string, string])[] = [
  ['other texts', '>Ana<', '>Šime Žarko<'],
  ['the longest text', '>Ana<', `>${'x'.repeat(140)}<`],
  ['blanks and lines', '><', '>\n  <'],
  ['another element', '<RmtInf>', '<Purp><Cd>SALA</Cd></Purp><RmtInf>'],
  ['one less', '<PstlAdr><Ctry>HR</Ctry></PstlAdr>', ''],
  ['one more', '<Ustrd>b</Ustrd>', '<Ustrd>b</Ustrd><Ustrd>c</Ustrd>'],
  ['a number written otherwise', '>1.50<', '> +1.5000 <'],
];
const WRONG: readonly (readonly [string, string, string])[] = [
  ['a text that is too long', '>Ana<', `>${'x'.repeat(141)}<`],
  ['an empty text', '>Ana<', '><'],
  ['no amount', '>1.50<', '>1,50<'],
  ['too many digits after the point', '>1.50<', '>1.123456<'],
  ['a negative amount', '>1.50<', '>-1.50<'],
  ['a currency in small letters', '"EUR"', '"eur"'],
  ['no currency', ' Ccy="EUR"', ''],
  ['another attribute', ' Ccy="EUR"', ' Ccy="EUR" Cd="x"'],
  ['another attribute elsewhere', '<Nm>', '<Nm Cd="x">'],
  ['a BIC that is none', 'ZABAHR2X', 'ZABAHR2'],
  ['an IBAN that is none', 'HR1210010051863000160', 'HR12 1001'],
  ['an element missing', '<EndToEndId>E-1</EndToEndId>', ''],
  ['an element too many', '<Ctry>HR</Ctry>', '<Ctry>HR</Ctry><Ctry>HR</Ctry>'],
  ['an element of another name', '<Ctry>HR</Ctry>', '<Land>HR</Land>'],
  [
    'elements in another order',
    '<InstrId>I-1</InstrId><EndToEndId>E-1</EndToEndId>',
    '<EndToEndId>E-1</EndToEndId><InstrId>I-1</InstrId>',
  ],
  ['text beside elements', '<Cdtr>', '<Cdtr>x'],
  ['an element in a text', '>Ana<', '><b>Ana</b><'],
  ['another namespace', '<Nm>', '<Nm xmlns="urn:y">'],
];

function messageWith(last: string): string {
  const head = `<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-06-15T10:00:00</CreDtTm><NbOfTxs>${TRANSFERS}</NbOfTxs><InitgPty/></GrpHdr>`;
  const block =
    '<PmtInf><PmtInfId>1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt>2026-06-15</ReqdExctnDt><Dbtr/><DbtrAcct><Id>' +
    '<IBAN>HR1210010051863000160</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId/></DbtrAgt>';
  return `<Document xmlns="${NAMESPACE}"><CstmrCdtTrfInitn>${head}${block}${TRANSFER.repeat(TRANSFERS - 1)}${last}</PmtInf></CstmrCdtTrfInitn></Document>`;
}

/** How many transfers pass, or what is wrong. */
async function streamed(text: string): Promise<unknown> {
  const containers = ['/Document', MESSAGE, `${MESSAGE}/PmtInf`];
  let passed = 0;
  try {
    for await (const part of checkStream(streamXml([bytes(text)], { containers }), CHECK)) {
      if (part.kind === 'element' && part.element.name === 'CdtTrfTxInf') passed++;
    }
    return passed;
  } catch (error) {
    return refusalOf(error);
  }
}

function whole(text: string): unknown {
  try {
    checkSchema(readXml(bytes(text)));
    return TRANSFERS;
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof XmlRefusal)) throw error;
  return [error.path, error.reason, error.others];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const partOf = (xml: string) => readXml(bytes(`<${xml.slice(1).replace('>', ` xmlns="${NAMESPACE}">`)}`)).root;

describe('the last of many transfers', () => {
  it.each(FITTING)('passes with %s', async (_, from, to) => {
    const text = messageWith(TRANSFER.replaceAll(from, to));
    expect(whole(text)).toBe(TRANSFERS);
    expect(await streamed(text)).toBe(TRANSFERS);
  });

  it.each(WRONG)('is refused as it is in a message by itself, with %s', async (_, from, to) => {
    const text = messageWith(TRANSFER.replace(from, to));
    const refusal = whole(text);
    expect(refusal).toEqual([expect.stringContaining(`[${TRANSFERS}]`), expect.any(String), expect.anything()]);
    expect(await streamed(text)).toEqual(refusal);
  });
});

describe('a part', () => {
  const shapes = KnownShapes.of(NAMESPACE);
  const block = ['Document', 'CstmrCdtTrfInitn', 'PmtInf'].reduce(
    (type, name) => type.children.get(name) ?? expect.unreachable(name),
    shapes.around,
  );

  it('is known once one of its shape was accepted, with whatever texts surely fit', () => {
    shapes.add(block, partOf(TRANSFER));
    for (const to of ['Ana', 'Šime Žarko', 'x'.repeat(140)]) {
      expect(shapes.has(block, partOf(TRANSFER.replace('>Ana<', `>${to}<`)))).toBe(true);
    }
  });

  it.each(WRONG)('is not known with %s', (_, from, to) => {
    shapes.add(block, partOf(TRANSFER));
    expect(shapes.has(block, partOf(TRANSFER.replace(from, to)))).toBe(false);
  });
});
