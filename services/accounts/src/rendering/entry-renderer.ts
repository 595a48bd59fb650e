import { crc32 } from 'node:zlib';
import { type AspspProfile, itemsAnswer, remittanceAnswer, toWireText } from '@xs2a/contracts';
import { BSON } from 'mongodb';
import type { KnownTransaction, Rendering } from '../model/transaction.ts';
import { SAMPLE_ENTRY } from './sample-entry.ts';

type Entry = KnownTransaction['entry'];

/**
 * Renders entries for lists of payment accounts once, when they are fed (docs/performance.md). `of` tells whether a stored
 * rendering is current: a checksum of the stored entry, seeded with that of a rendered sample. It differs if the profile or this
 * code has changed, or if another version changed the entry without its rendering.
 */
export class EntryRenderer {
  readonly #profile: Pick<AspspProfile, 'edition'>;
  readonly #replacer: ((name: string, value: unknown) => unknown) | undefined;
  readonly #stamp: number;

  constructor(profile: Pick<AspspProfile, 'wireStyle' | 'edition'>) {
    this.#profile = profile;
    this.#replacer = profile.wireStyle === 'text' ? (_, value) => toWireText(value) : undefined;
    this.#stamp = crc32(JSON.stringify(this.write(SAMPLE_ENTRY)));
  }

  /** Renders the parts that are stored beside an entry. */
  render(entry: Entry): Rendering {
    return { of: this.checksum(BSON.serialize(entry, { ignoreUndefined: true })), ...this.write(entry) };
  }

  /** Returns the checksum of an entry in BSON, which is the same for every reader. As a signed number, which BSON stores in four bytes. */
  checksum(entry: Uint8Array): number {
    return crc32(entry, this.#stamp) | 0;
  }

  write({ card: _, balanceAfterTransaction, entryDetails, ...entry }: Entry): Omit<Rendering, 'of'> {
    return {
      json: this.#fields(remittanceAnswer(entry, this.#profile)),
      ...(entryDetails && {
        items: this.#fields({ entryDetails: itemsAnswer(entryDetails) }),
        itemCount: entryDetails.length,
      }),
      ...(balanceAfterTransaction && { balance: this.#fields({ balanceAfterTransaction }) }),
    };
  }

  #fields(object: object): string {
    return JSON.stringify(object, this.#replacer).slice(1, -1);
  }
}
