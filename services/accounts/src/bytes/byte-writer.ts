import type { Slice } from './raw-document.ts';

/** A page of a hundred entries, so that it is written without growing. */
const FIRST_BYTES = 65_536;
/** The most bytes of a UTF-16 unit in UTF-8. */
const UNIT_BYTES_MAX = 3;

/** Bytes that are written one after the other. */
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
