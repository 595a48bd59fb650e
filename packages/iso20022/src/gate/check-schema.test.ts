import { describe, expect, it } from 'vitest';
import { statement } from '../../test/statement-text.ts';
import { namespaceOf, STATEMENT_VERSIONS } from '../index.ts';
import { checkSchema } from './check-schema.ts';
import { checkedParts } from './checked-parts.ts';
import { readXml } from './read-xml.ts';
import { validatorOf } from './validators.ts';
import { XML_LIMITS } from './xml-limits.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const check = (text: string): void => checkSchema(readXml(bytes(text)));
const IBAN = 'HR1210010051863000160';

const BROKEN: readonly (readonly [string, readonly [string, string], string, RegExp])[] = [
  [
    'a missing element',
    ['<Id>1</Id><Acct>', '<Acct>'],
    '/Document/BkToCstmrStmt/Stmt/Acct',
    /not expected here: at this place comes Id$/,
  ],
  ['an element too many', ['<Ntry>', '<Extra/><Ntry>'], '/Document/BkToCstmrStmt/Stmt/Extra', /not expected here/],
  [
    'an amount that is none',
    ['2.00', '2,00'],
    '/Document/BkToCstmrStmt/Stmt/Ntry[2]/Amt',
    /must be a number such as 12.50/,
  ],
  ['a missing currency', [' Ccy="EUR">2', '>2'], '/Document/BkToCstmrStmt/Stmt/Ntry[2]/Amt', /needs the attribute Ccy/],
  [
    'an account number that is none',
    [IBAN, `${IBAN}x!`],
    '/Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN',
    /^must be an IBAN/,
  ],
  ['a code of another list', ['CRDT', 'Cr'], '/Document/BkToCstmrStmt/Stmt/Bal/CdtDbtInd', /must be one of CRDT, DBIT/],
  ['text between elements', ['<Ntry>', 'x<Ntry>'], '/Document/BkToCstmrStmt/Stmt', /no text$|text between/],
];

async function checkByParts(text: string): Promise<number> {
  const containers = ['/Document', '/Document/BkToCstmrStmt', '/Document/BkToCstmrStmt/Stmt'];
  const limits = { ...XML_LIMITS, bytesMax: 16 * 1_048_576, elementsMax: 1_000_000 };
  let entries = 0;
  for await (const part of checkedParts(bytes(text), { containers, repeated: ['Ntry', 'Stmt'], limits })) {
    if (part.kind === 'element' && part.element.name === 'Ntry') entries++;
  }
  return entries;
}

describe('the schemas of ISO 20022', () => {
  it('are complete and compile', () => {
    const statements = ['camt.052', 'camt.053', 'camt.054'].flatMap((name) =>
      STATEMENT_VERSIONS.map((version) => `${name}.001.${version}`),
    );
    for (const message of [...statements, 'pain.001.001.03', 'pain.001.001.09', 'pain.002.001.03']) {
      expect(validatorOf(namespaceOf(message)), message).toBeDefined();
    }
    expect(validatorOf('urn:iso:std:iso:20022:tech:xsd:scthr:pain.001.001.09')).toBeDefined();
    expect(validatorOf('urn:x')).toBeUndefined();
  });

  it('accept a statement', () => {
    expect(() => check(statement())).not.toThrow();
    expect(() => check(statement().replace('xmlns=', 'xmlns:n="urn:y" xmlns='))).not.toThrow();
  });

  it.each(BROKEN)(
    'refuse %s, in parts too, and name the position without the content',
    async (_, replace, path, reason) => {
      const text = statement({ replace: [replace] });
      const refusal = expect.objectContaining({ path, reason: expect.stringMatching(reason) });
      expect(() => check(text)).toThrow(refusal);
      expect(() => check(text)).not.toThrow(expect.objectContaining({ message: expect.stringContaining('HR12') }));
      await expect(checkByParts(statement({ entries: 3_000, replace: [replace] }))).rejects.toThrow(refusal);
    },
  );

  it('report all elements that do not fit, in parts too', async () => {
    const replace = [
      ['2.00', '2,00'],
      ['CRDT', 'Cr'],
      [IBAN, `${IBAN}x!`],
    ] as const;
    const paths = ['Acct/Id/IBAN', 'Bal/CdtDbtInd', 'Ntry[2]/Amt'].map(
      (path) => `/Document/BkToCstmrStmt/Stmt/${path}`,
    );
    const named = { path: paths[0], others: paths.slice(1).map((path) => expect.objectContaining({ path })) };
    expect(() => check(statement({ replace }))).toThrow(expect.objectContaining(named));
    const long = statement({ entries: 3_000, replace });
    await expect(checkByParts(long)).rejects.toThrow(expect.objectContaining(named));
  });
});

describe('a long message', () => {
  it('is checked to its last entry', async () => {
    expect(await checkByParts(statement({ entries: 20_000 }))).toBe(20_000);
    const broken = statement({ entries: 20_000, replace: [['>19999.00<', '>19999,00<']] });
    await expect(checkByParts(broken)).rejects.toThrow(
      expect.objectContaining({ path: '/Document/BkToCstmrStmt/Stmt/Ntry[19999]/Amt' }),
    );
  });

  it('is also checked for the order of elements far apart', async () => {
    const late = ['</Stmt>', '<AddtlStmtInf>x</AddtlStmtInf></Stmt>'] as const;
    expect(await checkByParts(statement({ entries: 9_000, replace: [late] }))).toBe(9_000);
    const early = ['<Ntry>', '<AddtlStmtInf>x</AddtlStmtInf><Ntry>'] as const;
    await expect(checkByParts(statement({ entries: 9_000, replace: [early] }))).rejects.toThrow(/not expected here/);
    const twice = ['</Stmt>', '<Id>2</Id></Stmt>'] as const;
    await expect(checkByParts(statement({ entries: 9_000, replace: [twice] }))).rejects.toThrow(/not expected here/);
  });
});
