import { BulkPayment } from '@xs2a/contracts';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { describe, expect, it } from 'vitest';
import { writeBulk } from './write-bulk.ts';

const REFERENCE = 'RF18539007547034';
const LONG = 'R'.repeat(36);

/** The remittance information of the message that is written of a bulk with one transfer. */
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
