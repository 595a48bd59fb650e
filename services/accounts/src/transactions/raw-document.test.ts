import { BSON } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { RawDocument } from './raw-document.ts';

/** One of each type that services store, so that every one of them has to be stepped over. */
const ALL = {
  double: 1.5,
  text: 'Račun „1”',
  document: { of: 7, 'text also': 'inner' },
  array: ['a', { b: 1 }],
  binary: new BSON.Binary(Buffer.from([1, 2, 3])),
  id: new BSON.ObjectId(),
  flag: true,
  date: new Date(0),
  nothing: null,
  int: -2,
  stamp: new BSON.Timestamp({ t: 1, i: 2 }),
  long: 2n ** 40n,
  decimal: BSON.Decimal128.fromString('12.50'),
  last: 'end',
};

describe('a document in BSON', () => {
  const document = new RawDocument(BSON.serialize(ALL));

  it('has each field, whatever stands before it, and no other', () => {
    for (const name of Object.keys(ALL)) expect(document.has(name)).toBe(true);
    for (const name of ['las', 'lastly', 'of', '']) expect(document.has(name)).toBe(false);
  });

  it('gives texts, numbers of each size, and what is in embedded documents', () => {
    expect([document.text('text'), document.text('last')]).toEqual([ALL.text, ALL.last]);
    expect(['double', 'int', 'long'].map((name) => document.number(name))).toEqual([1.5, -2, 2 ** 40]);
    expect([document.document('document')?.number('of'), document.document('document')?.text('text also')]).toEqual([
      7,
      'inner',
    ]);
    expect(BSON.deserialize(document.bytesOf('document'))).toEqual(ALL.document);
  });

  it('refuses a field that is missing or no number, and an element that no service stores', () => {
    expect(() => document.text('none')).toThrow('the document has no none');
    expect(() => document.number('text')).toThrow('text is no number');
    const foreign = BSON.serialize({ expression: /a/, last: 'end' });
    expect(() => new RawDocument(foreign).text('last')).toThrow('an element of type 11');
  });
});
