import { BSON } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  documentsOf,
  type FieldPositions,
  hasField,
  numberOf,
  RawFields,
  sliceOf,
  startOf,
  textOf,
} from './raw-document.ts';

/** One of each type that services store, so that each of them must be skipped. */
const ALL = {
  double: 1.5,
  text: 'Račun „1”',
  document: { of: 7, 'text also': 'inner' },
  array: [{ a: 1 }, { b: 'two' }],
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

function found(...names: string[]): FieldPositions {
  return new RawFields(...names).find(Buffer.from(BSON.serialize(ALL)));
}

describe('a document in BSON', () => {
  it('finds each requested field, after any other fields, and no field besides', () => {
    const names = Object.keys(ALL);
    const all = found(...names);
    for (const place of names.keys()) expect(hasField(all, place)).toBe(true);
    const others = found('las', 'lastly', 'of', '');
    for (const place of [0, 1, 2, 3]) expect(hasField(others, place)).toBe(false);
  });

  it('reads texts, numbers of each size, and the content of embedded documents and arrays', () => {
    const places = found('last', 'double', 'text', 'int', 'long', 'document', 'array');
    expect([textOf(places, 2), textOf(places, 0)]).toEqual([ALL.text, ALL.last]);
    expect([1, 3, 4].map((place) => numberOf(places, place))).toEqual([1.5, -2, 2 ** 40]);
    const inner = new RawFields('of', 'text also').find(places.bytes, startOf(places, 5));
    expect([numberOf(inner, 0), textOf(inner, 1)]).toEqual([7, 'inner']);
    const { bytes, start, end } = sliceOf(places, 5);
    expect(BSON.deserialize(bytes.subarray(start, end))).toEqual(ALL.document);
    const elements = documentsOf(places.bytes, startOf(places, 6));
    expect(elements.map((at) => textOrNumber(places.bytes, at))).toEqual([1, 'two']);
  });

  it('refuses a field that is missing or not a number, and an element that no service stores', () => {
    const places = found('text', 'none');
    expect(() => textOf(places, 1)).toThrow('the document lacks field 1');
    expect(() => numberOf(places, 0)).toThrow('field 0 of those asked for is no number');
    const foreign = Buffer.from(BSON.serialize({ expression: /a/, last: 'end' }));
    expect(() => new RawFields('last').find(foreign)).toThrow('an element of type 11');
  });
});

function textOrNumber(bytes: Buffer, at: number): unknown {
  const places = new RawFields('a', 'b').find(bytes, at);
  return hasField(places, 0) ? numberOf(places, 0) : textOf(places, 1);
}
