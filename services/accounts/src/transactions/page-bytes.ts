import type { AspspProfile } from '@xs2a/contracts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { has, numberOf, type Slice, sliceOf } from '../bytes/raw-document.ts';
import type { EntryRenderer } from '../rendering/entry-renderer.ts';
import { ITEMS_MAX } from './batch-items.ts';
import { type FoundTransaction, PART } from './found-transaction.ts';
import type { EntryRights } from './transaction-view.ts';

interface Shown {
  /** The address of an entry without its id, as the gateway writes addresses. */
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

/** Writes lists one after the other, each as entries with commas between; gives the length of each list. */
export class PageBytes {
  readonly #bytes = new ByteWriter();
  readonly #rendered: Rendered;
  readonly #may: EntryRights;
  /** All of the link but the id. */
  readonly #linkStart: string;
  #itemsLeft = ITEMS_MAX;

  constructor(rendered: Rendered, { address, may }: Shown) {
    this.#rendered = rendered;
    this.#may = may;
    this.#linkStart = `,"_links":{"transactionDetails":{"href":"${JSON.stringify(address).slice(1, -1)}`;
  }

  /** Returns how many bytes the list has. */
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

  /** The balance needs the right to balances; items of batches are bounded for the page. */
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
    // The Croatian profile names the id of an entry so (decision 14).
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

/** The stored rendering of an entry, or one that is made now where that is missing or void. */
function partsOf(found: FoundTransaction, renderer: EntryRenderer): Parts {
  const stored = found.rendered;
  if (stored !== undefined && numberOf(stored, PART.of) === renderer.checksum(found.entryBytes)) {
    const optional = (place: number): Slice | undefined => (has(stored, place) ? sliceOf(stored, place) : undefined);
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
