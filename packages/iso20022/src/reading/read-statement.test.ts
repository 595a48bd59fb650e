import { describe, expect, it } from 'vitest';
import { statement } from '../../test/statement-text.ts';
import { readStatements } from '../index.ts';

async function read(text: string) {
  const read = [];
  for await (const part of readStatements(new TextEncoder().encode(text), 'Europe/Zagreb')) read.push(part);
  return read;
}

/** Converts a statement to a camt.054: other names, and no balance. */
function notification(version: string): string {
  return statement()
    .replace('camt.053.001.08', `camt.054.001.${version}`)
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll(/(<\/?)Stmt>/g, '$1Ntfctn>')
    .replace(/<Bal>.*<\/Bal>/, '')
    .replace('</Id><Acct>', '</Id><CreDtTm>2026-06-15T10:00:00</CreDtTm><Acct>')
    .replaceAll(/<Sts><Cd>(\w+)<\/Cd><\/Sts>/g, version < '08' ? '<Sts>$1</Sts>' : '<Sts><Cd>$1</Cd></Sts>');
}

describe('a notification (camt.054)', () => {
  it.each(['02', '04', '06', '08', '10', '13'])(
    'of version %s is read as entries without balances',
    async (version) => {
      expect(await read(notification(version))).toMatchObject([
        { kind: 'statement', statement: { account: { iban: 'HR1210010051863000160' }, balances: [] } },
        { kind: 'entry', entry: { bookingStatus: 'booked', transactionAmount: { currency: 'EUR', amount: '1.00' } } },
        { kind: 'entry', entry: { bookingStatus: 'booked', transactionAmount: { currency: 'EUR', amount: '2.00' } } },
        { kind: 'end' },
      ]);
    },
  );
});

describe('a message of another namespace', () => {
  it.each([
    ['urn:iso:std:iso:20023:tech:xsd:camt.053.001.08', 'urn:iso:std:iso:20023:tech:xsd:camt.053.001.08'],
    ['urn:iso:std:iso:20022:tech:xsd:camt.053.001.99', 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.99'],
    ['urn:iso:std:iso:20022:tech:xsd:pain.001.001.09', 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'],
    [`urn:${'x'.repeat(1_000)}`, 'another one'],
  ])('%s is refused with the message found, and the accepted messages and versions', async (sent, found) => {
    const text = statement({ replace: [['urn:iso:std:iso:20022:tech:xsd:camt.053.001.08', sent]] });
    const versions = '02, 04, 06, 08, 10 or 13';
    const accepted = ['052', '053', '054'].map((name) => `urn:iso:std:iso:20022:tech:xsd:camt.${name}.001.${versions}`);
    await expect(read(text)).rejects.toThrow(
      `/Document (line 2) is of no message that is accepted here: its namespace (xmlns) is ${found}. Accepted: Document of ${accepted.join('; ')}`,
    );
  });
});

describe('the dates of a statement', () => {
  it.each([
    ['<Dt>2026-06-10+02:00</Dt>', '2026-06-10'],
    ['<DtTm>2026-06-10T23:30:00</DtTm>', '2026-06-10'],
    ['<DtTm>2026-06-09T23:30:00.000000000Z</DtTm>', '2026-06-10'],
  ])('are in the time zone of the bank: %s is %s', async (sent, day) => {
    const [head, entry] = await read(
      statement({
        entries: 1,
        replace: [
          ['<Dt>2026-06-10</Dt>', sent],
          ['<Dt>2026-06-15</Dt>', '<Dt>2026-06-15Z</Dt>'],
        ],
      }),
    );
    expect(entry).toMatchObject({ entry: { bookingDate: day } });
    expect(head).toMatchObject({ statement: { balances: [{ referenceDate: '2026-06-15' }] } });
  });
});
