const NUMBER_BYTES = 4;
/** Numbers per position: line and column in the built file, source, line in the source. All count from 0. */
const PLACE_NUMBERS = 4;

/** From this position in the built file on, the code comes from this line of this source. */
export type SourcePlace = readonly [line: number, column: number, source: number, sourceLine: number];

/** Encodes positions, in the order of the built file, for {@link SourcePlaces}. */
export function writeSourcePlaces(sources: readonly string[], places: readonly SourcePlace[]): Buffer {
  const bytes = Buffer.alloc((1 + places.length * PLACE_NUMBERS) * NUMBER_BYTES);
  bytes.writeInt32LE(places.length);
  for (const [index, place] of places.flat().entries()) bytes.writeInt32LE(place, (1 + index) * NUMBER_BYTES);
  return Buffer.concat([bytes, Buffer.from(JSON.stringify(sources))]);
}

/**
 * Maps positions in a bundle to its sources. A source map has megabytes, and decoding it when the first error is logged would
 * block the process for more than a second on a busy machine. This format is searched without decoding.
 */
export class SourcePlaces {
  readonly #bytes: Buffer;
  readonly #count: number;
  readonly #sources: readonly string[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#count = bytes.readInt32LE();
    this.#sources = JSON.parse(bytes.toString('utf8', (1 + this.#count * PLACE_NUMBERS) * NUMBER_BYTES)) as string[];
  }

  /** Returns the source and line (from 0) for a position in the built file; undefined if it has none. */
  find(line: number, column: number): { source: string; line: number } | undefined {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isAfter(middle, line, column)) high = middle;
      else low = middle + 1;
    }
    const place = low - 1;
    if (place < 0 || this.#number(place, 0) !== line) return undefined;
    const source = this.#sources[this.#number(place, 2)];
    return source === undefined ? undefined : { source, line: this.#number(place, 3) };
  }

  #isAfter(place: number, line: number, column: number): boolean {
    const at = this.#number(place, 0);
    return at > line || (at === line && this.#number(place, 1) > column);
  }

  #number(place: number, field: number): number {
    return this.#bytes.readInt32LE((1 + place * PLACE_NUMBERS + field) * NUMBER_BYTES);
  }
}
