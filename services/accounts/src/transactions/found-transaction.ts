import { BSON } from 'mongodb';
import type { KnownTransaction, List } from '../model/transaction.ts';
import { RawDocument } from './raw-document.ts';

/**
 * An entry as the database sent it. Its list is read at once, its place there and its content by whoever asks for them: a page of
 * renderings copies bytes and reads no entry (decision 65).
 */
export class FoundTransaction
  implements Pick<KnownTransaction, '_id' | 'bankAccountId' | 'bookingStatus' | 'entryDate' | 'sequence' | 'entry'>
{
  readonly _id: string;
  readonly bookingStatus: List;
  readonly #document: RawDocument;

  constructor(bytes: Uint8Array) {
    const document = new RawDocument(bytes);
    this.#document = document;
    this._id = document.text('_id');
    this.bookingStatus = document.text('bookingStatus') === 'booked' ? 'booked' : 'pending';
  }

  get bankAccountId(): string {
    return this.#document.text('bankAccountId');
  }

  get entryDate(): string {
    return this.#document.text('entryDate');
  }

  get sequence(): number {
    return this.#document.number('sequence');
  }

  get entry(): KnownTransaction['entry'] {
    return BSON.deserialize(this.entryBytes, { useBigInt64: true }) as KnownTransaction['entry'];
  }

  get entryBytes(): Buffer {
    return this.#document.bytesOf('entry');
  }

  /** What was stored when the entry was fed, current or not. */
  get rendered(): RawDocument | undefined {
    return this.#document.document('rendered');
  }
}
