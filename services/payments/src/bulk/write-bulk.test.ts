import { addressTexts, BulkPayment } from '@xs2a/contracts';
import { readInitiation } from '@xs2a/iso20022';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { describe, expect, it } from 'vitest';
import { writeBulk } from './write-bulk.ts';

const REFERENCE = 'RF18539007547034';
const LONG = 'R'.repeat(36);

/** Returns the remittance information in the message generated from a bulk with one transfer. */
function written(remittanceInformationStructured: string | object): string {
  const { debtorAccount, remittanceInformationUnstructured: _, ...transfer } = paymentOrder();
  const bulk = BulkPayment.parse({ debtorAccount, payments: [{ ...transfer, remittanceInformationStructured }] });
  const xml = writeBulk('sepa-credit-transfers', bulk, { id: 'id', day: '2027-02-01', at: new Date() });
  return /<Strd>(.*)<\/Strd>/s.exec(xml)?.[1] ?? '';
}

describe('a structured reference of a bulk in JSON is written with', () => {
  it.each([
    [
      'its type and its issuer',
      { reference: REFERENCE, referenceType: 'SCOR', referenceIssuer: 'ISO' },
      `<CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp><Ref>${REFERENCE}</Ref></CdtrRefInf>`,
    ],
    [
      'a type of its own',
      { reference: REFERENCE, referenceType: 'HR' },
      `<CdtrRefInf><Tp><CdOrPrtry><Prtry>HR</Prtry></CdOrPrtry></Tp><Ref>${REFERENCE}</Ref></CdtrRefInf>`,
    ],
    ['nothing else where it stands alone', REFERENCE, `<CdtrRefInf><Ref>${REFERENCE}</Ref></CdtrRefInf>`],
    [
      'all its characters where it is longer than a creditor reference may be',
      LONG,
      `<AddtlRmtInf>${LONG}</AddtlRmtInf>`,
    ],
  ])('%s', (_, reference, xml) => {
    expect(written(reference)).toBe(xml);
  });
});

describe('a bulk in JSON is written as', () => {
  const { debtorAccount, ...transfer } = paymentOrder();
  const LIMITS = { bytesMax: 100_000, transactionsMax: 10, blocksMax: 1, timeZone: 'Europe/Zagreb' };

  /** Returns the generated message and its content, which has passed its schema. */
  async function message(bulk: object, transferFields: object = {}) {
    const body = BulkPayment.parse({ debtorAccount, payments: [{ ...transfer, ...transferFields }], ...bulk });
    const xml = writeBulk('sepa-credit-transfers', body, { id: 'id', day: '2027-02-01', at: new Date() });
    return { xml, ...(await readInitiation(Buffer.from(xml), LIMITS)) };
  }

  it('version 03 of pain.001, with its category purpose', async () => {
    const creditorAddress = { streetName: 'Ilica', countrySubDivision: 'Zagreb', country: 'HR' };
    const written = await message({ categoryPurposeCode: 'SALA' }, { creditorAddress });
    expect(written.message).toBe('pain.001.001.03');
    expect(written.blocks[0]?.transfers[0]?.creditorAddress).toEqual(creditorAddress);
    expect(written.xml).toContain('<PmtTpInf><CtgyPurp><Cd>SALA</Cd></CtgyPurp></PmtTpInf>');
  });

  it('version 09 if an address has fields that version 03 lacks: each of these fields is read back', async () => {
    const creditorAddress = { ...addressTexts((max) => 'x'.repeat(max)), country: 'HR' };
    const written = await message({}, { creditorAddress });
    expect(written.message).toBe('pain.001.001.09');
    expect(written.blocks[0]?.transfers[0]?.creditorAddress).toEqual(creditorAddress);
  });

  it('version 09 if it has a time, whose day in the time zone of the bank is the execution day', async () => {
    const written = await message({ requestedExecutionTime: '2027-02-01T23:30:00Z' });
    expect([written.message, written.blocks[0]?.requestedExecutionDate]).toEqual(['pain.001.001.09', '2027-02-02']);
  });
});
