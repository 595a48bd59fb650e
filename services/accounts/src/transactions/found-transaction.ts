import { BSON } from 'mongodb';
import {
  documentsOf,
  type FieldPositions,
  hasField,
  numberOf,
  RawFields,
  type Slice,
  sliceOf,
  startOf,
  textOf,
} from '../bytes/raw-document.ts';
import type { KnownTransaction, List } from '../model/transaction.ts';

const FIELDS = new RawFields('_id', 'bankAccountId', 'bookingStatus', 'entryDate', 'sequence', 'entry', 'rendered');
const [ID, ACCOUNT, STATUS, DATE, SEQUENCE, ENTRY, RENDERED] = [0, 1, 2, 3, 4, 5, 6] as const;
const RENDERING = new RawFields('of', 'json', 'items', 'itemCount', 'balance');
/** Indexes of the fields of a stored rendering. */
export const PART = { of: 0, json: 1, items: 2, itemCount: 3, balance: 4 } as const;
const BATCHES = new RawFields('firstBatch', 'nextBatch');
const [FIRST, NEXT] = [0, 1] as const;
/** First letter of `booked`, to distinguish it from `pending`. */
const B = 0x62;

/**
 * An entry as the database sent it. Its position and its content are parsed only on demand: a page of renderings copies bytes and
 * parses no entry (docs/performance.md).
 */
export class FoundTransaction
  implements Pick<KnownTransaction, '_id' | 'bankAccountId' | 'bookingStatus' | 'entryDate' | 'sequence' | 'entry'>
{
  readonly #places: FieldPositions;

  constructor(bytes: Buffer, start = 0) {
    this.#places = FIELDS.find(bytes, start);
  }

  /** Returns all entries of a cursor's batch. */
  static inBatch(cursor: Buffer): FoundTransaction[] {
    const batches = BATCHES.find(cursor);
    return documentsOf(cursor, startOf(batches, hasField(batches, FIRST) ? FIRST : NEXT)).map(
      (start) => new FoundTransaction(cursor, start),
    );
  }

  get _id(): string {
    return textOf(this.#places, ID);
  }

  get bankAccountId(): string {
    return textOf(this.#places, ACCOUNT);
  }

  get bookingStatus(): List {
    return this.#places.bytes[startOf(this.#places, STATUS)] === B ? 'booked' : 'pending';
  }

  get entryDate(): string {
    return textOf(this.#places, DATE);
  }

  get sequence(): number {
    return numberOf(this.#places, SEQUENCE);
  }

  get entry(): KnownTransaction['entry'] {
    return BSON.deserialize(this.entryBytes, { useBigInt64: true }) as KnownTransaction['entry'];
  }

  get entryBytes(): Buffer {
    const { bytes, start, end } = sliceOf(this.#places, ENTRY);
    return bytes.subarray(start, end);
  }

  /** Rendered parts as stored when the entry was fed, current or not. */
  get rendered(): FieldPositions | undefined {
    const places = this.#places;
    return hasField(places, RENDERED) ? RENDERING.find(places.bytes, startOf(places, RENDERED)) : undefined;
  }

  /** Id as bytes. */
  get idSlice(): Slice {
    return sliceOf(this.#places, ID);
  }
}
