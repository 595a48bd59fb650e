import type { Slice } from './raw-document.ts';

/** Initial size: a page of a hundred entries is written without growing. */
const FIRST_BYTES = 65_536;
/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const UNIT_BYTES_MAX = 3;

/** A growing buffer to which bytes are appended. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  text(text: string): void {
    this.#reserve(text.length * UNIT_BYTES_MAX);
    this.#length += this.#buffer.write(text, this.#length);
  }

  copy({ bytes, start, end }: Slice): void {
    this.#reserve(end - start);
    this.#length += bytes.copy(this.#buffer, this.#length, start, end);
  }

  written(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
