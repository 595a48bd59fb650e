import { TransactionStatus as Statuses, type TransactionStatus } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { checkSchema } from '../gate/check-schema.ts';
import { readXml } from '../gate/read-xml.ts';
import { type StatusReport, writeStatusReport } from '../index.ts';

const transfer = (id: number, reasonCode?: string) => ({ instructionId: `I-${id}`, endToEndId: `E-${id}`, reasonCode });

function report(transactionStatus: TransactionStatus, change: Partial<StatusReport> = {}): string {
  return writeStatusReport({
    id: 'R-1',
    createdAt: new Date('2026-11-21T12:00:00Z'),
    original: {
      message: 'pain.001.001.09',
      messageId: 'M & 1',
      createdAt: '2026-11-20T10:00:00',
      numberOfTransactions: '3',
      controlSum: '6.00',
    },
    transactionStatus,
    blocks: [
      { paymentInformationId: 'P-1', numberOfTransactions: '2', transfers: [transfer(1), transfer(2)] },
      { paymentInformationId: 'P-2', transfers: [{ endToEndId: 'NOTPROVIDED' }] },
    ],
    ...change,
  });
}

/** Returns all texts of elements with this name, in order. */
function texts(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, text = '']) => text);
}

describe('a status report', () => {
  it.each(Statuses.options)('for a payment that is %s fits the schema', (status) => {
    const xml = report(status, status === 'RJCT' ? { reasonCode: 'AM04' } : {});
    expect(() => checkSchema(readXml(new TextEncoder().encode(xml)))).not.toThrow();
  });

  it('identifies the message, the blocks and the transfers by their original ids', () => {
    const xml = report('ACSC');
    expect(texts(xml, 'OrgnlMsgId')).toEqual(['M &amp; 1']);
    expect(texts(xml, 'OrgnlMsgNmId')).toEqual(['pain.001.001.09']);
    expect(texts(xml, 'OrgnlPmtInfId')).toEqual(['P-1', 'P-2']);
    expect(texts(xml, 'OrgnlInstrId')).toEqual(['I-1', 'I-2']);
    expect(texts(xml, 'OrgnlEndToEndId')).toEqual(['E-1', 'E-2', 'NOTPROVIDED']);
    expect([texts(xml, 'GrpSts'), texts(xml, 'TxSts')]).toEqual([['ACSC'], ['ACSC', 'ACSC', 'ACSC']]);
  });

  it('of a partially executed payment states which block and which transfer was not executed, and why', () => {
    const xml = report('PART', {
      blocks: [
        { paymentInformationId: 'P-1', transfers: [transfer(1), transfer(2, 'AM04')] },
        { paymentInformationId: 'P-2', transfers: [transfer(3)] },
        { paymentInformationId: 'P-3', transfers: [transfer(4, 'AC01')] },
      ],
    });
    expect(texts(xml, 'GrpSts')).toEqual(['PART']);
    expect(texts(xml, 'PmtInfSts')).toEqual(['PART', 'ACSC', 'RJCT']);
    expect(texts(xml, 'TxSts')).toEqual(['ACSC', 'RJCT', 'ACSC', 'RJCT']);
    expect(texts(xml, 'Cd')).toEqual(['AM04', 'AC01']);
    expect(() => checkSchema(readXml(new TextEncoder().encode(xml)))).not.toThrow();
  });

  it('of a cancelled payment is a rejection with that reason', () => {
    expect(texts(report('CANC'), 'Cd')).toEqual(['DS02', 'DS02', 'DS02', 'DS02']);
  });
});
