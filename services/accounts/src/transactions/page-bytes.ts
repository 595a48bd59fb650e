import type { AspspProfile } from '@xs2a/contracts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { hasField, numberOf, type Slice, sliceOf } from '../bytes/raw-document.ts';
import type { EntryRenderer } from '../rendering/entry-renderer.ts';
import { ITEMS_MAX } from './batch-item-limiter.ts';
import { type FoundTransaction, PART } from './found-transaction.ts';
import type { EntryRights } from './transaction-view.ts';

interface Shown {
  /** Address of an entry without its id, in the format of the gateway. */
  readonly address: string;
  readonly may: EntryRights;
}

interface Rendered {
  readonly renderer: EntryRenderer;
  readonly profile: Pick<AspspProfile, 'fieldAliases'>;
}

/** The parts of a rendering as bytes. */
interface Parts {
  readonly json: Slice;
  readonly items: Slice | undefined;
  readonly itemCount: number;
  readonly balance: Slice | undefined;
}

/** Writes lists one after the other, each as comma-separated entries, and returns the length of each. */
export class PageBytes {
  readonly #bytes = new ByteWriter();
  readonly #rendered: Rendered;
  readonly #may: EntryRights;
  /** The link up to the id. */
  readonly #linkStart: string;
  #itemsLeft = ITEMS_MAX;

  constructor(rendered: Rendered, { address, may }: Shown) {
    this.#rendered = rendered;
    this.#may = may;
    this.#linkStart = `,"_links":{"transactionDetails":{"href":"${JSON.stringify(address).slice(1, -1)}`;
  }

  /** Writes a list. Returns its number of bytes. */
  list(entries: readonly FoundTransaction[]): number {
    const start = this.#bytes.length;
    for (const [index, entry] of entries.entries()) {
      if (index > 0) this.#bytes.text(',');
      this.#entry(entry);
    }
    return this.#bytes.length - start;
  }

  written(): Buffer {
    return this.#bytes.written();
  }

  /** The balance requires the right to balances; batch items are limited for the page. */
  #entry(found: FoundTransaction): void {
    const { json, items, itemCount, balance } = partsOf(found, this.#rendered.renderer);
    const id = found.idSlice;
    const bytes = this.#bytes;
    bytes.text('{"transactionId":"');
    bytes.copy(id);
    bytes.text('",');
    bytes.copy(json);
    this.#itemsLeft -= itemCount;
    if (items !== undefined && this.#itemsLeft >= 0) this.#field(items);
    if (balance !== undefined && this.#may.mayReadBalances) this.#field(balance);
    // Name of the entry's id in the Croatian profile (decision 14).
    if (this.#rendered.profile.fieldAliases) {
      bytes.text(',"resourceId":"');
      bytes.copy(id);
      bytes.text('"');
    }
    bytes.text(this.#linkStart);
    bytes.copy(id);
    bytes.text('"}}}');
  }

  #field(field: Slice): void {
    this.#bytes.text(',');
    this.#bytes.copy(field);
  }
}

/** Returns the stored rendering of an entry, or a new one if that is missing or void. */
function partsOf(found: FoundTransaction, renderer: EntryRenderer): Parts {
  const stored = found.rendered;
  if (stored !== undefined && numberOf(stored, PART.of) === renderer.checksum(found.entryBytes)) {
    const optional = (place: number): Slice | undefined =>
      hasField(stored, place) ? sliceOf(stored, place) : undefined;
    const items = optional(PART.items);
    const itemCount = items === undefined ? 0 : numberOf(stored, PART.itemCount);
    return { json: sliceOf(stored, PART.json), items, itemCount, balance: optional(PART.balance) };
  }
  const { json, items, itemCount = 0, balance } = renderer.write(found.entry);
  return {
    json: bytesOf(json),
    items: items === undefined ? undefined : bytesOf(items),
    itemCount,
    balance: balance === undefined ? undefined : bytesOf(balance),
  };
}

function bytesOf(text: string): Slice {
  const bytes = Buffer.from(text);
  return { bytes, start: 0, end: bytes.length };
}
