import { BSON } from 'mongodb';
import type { KnownTransaction, List } from '../model/transaction.ts';
import { RawDocument } from './raw-document.ts';

/**
 * An entry as the database sent it. Where it stands in its list is read at once, its content by whoever asks for it: a page of
 * renderings copies bytes and reads no entry (decision 65).
 */
export class FoundTransaction
  implements Pick<KnownTransaction, '_id' | 'bankAccountId' | 'bookingStatus' | 'entryDate' | 'sequence' | 'entry'>
{
  readonly _id: string;
  readonly bankAccountId: string;
  readonly bookingStatus: List;
  readonly entryDate: string;
  readonly sequence: number;
  readonly #document: RawDocument;

  constructor(bytes: Uint8Array) {
    const document = new RawDocument(bytes);
    this.#document = document;
    this._id = document.text('_id').toString();
    this.bankAccountId = document.text('bankAccountId').toString();
    this.bookingStatus = document.text('bookingStatus').toString() === 'booked' ? 'booked' : 'pending';
    this.entryDate = document.text('entryDate').toString();
    this.sequence = document.number('sequence');
  }

  get entry(): KnownTransaction['entry'] {
    return BSON.deserialize(this.entryBytes, { useBigInt64: true }) as KnownTransaction['entry'];
  }

  get entryBytes(): Buffer {
    return this.#document.document('entry');
  }

  /** What was stored when the entry was fed, current or not. */
  get rendered(): RawDocument | undefined {
    return this.#document.has('rendered') ? new RawDocument(this.#document.document('rendered')) : undefined;
  }
}
