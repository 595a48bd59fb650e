/** A part of some bytes, without a view of its own: making one costs more than reading what is in it. */
export interface Slice {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Where an element of a document stands. */
interface Element {
  readonly type: number;
  readonly at: number;
  readonly end: number;
}

/** A string, a document and a binary value have their length before them, a string a zero behind it. */
const LENGTH_BYTES = 4;
const ZERO_BYTES = 1;
const [DOUBLE, STRING, DOCUMENT, ARRAY, BINARY, INT, LONG] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x10, 0x12];
/** Bytes of the types whose length is fixed: what services store has no others (BSON specification, "element"). */
const FIXED_BYTES: readonly (number | undefined)[] = Object.assign(Array<number | undefined>(0x20), {
  [DOUBLE]: 8,
  // Undefined, ObjectId, Boolean, Date and null.
  0x06: 0,
  0x07: 12,
  0x08: 1,
  0x09: 8,
  0x0a: 0,
  [INT]: 4,
  // Timestamp.
  0x11: 8,
  [LONG]: 8,
  // Decimal.
  0x13: 16,
});

/**
 * A document in BSON, of which only those fields are read that are asked for. Nothing is kept of the others: a page has a
 * hundred documents, and an object for each of their fields would be most of what it costs.
 */
export class RawDocument {
  readonly #bytes: Buffer;
  readonly #start: number;

  constructor(bytes: Uint8Array, start = 0) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#start = start;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  text(name: string): string {
    const { bytes, start, end } = this.slice(name);
    return bytes.toString('utf8', start, end);
  }

  /** The bytes of a text, in UTF-8. */
  slice(name: string): Slice {
    return this.optionalSlice(name) ?? missing(name);
  }

  optionalSlice(name: string): Slice | undefined {
    const element = this.#find(name);
    return element && { bytes: this.#bytes, start: element.at + LENGTH_BYTES, end: element.end - ZERO_BYTES };
  }

  number(name: string): number {
    const { type, at } = this.#find(name) ?? missing(name);
    if (type === INT) return this.#bytes.readInt32LE(at);
    if (type === DOUBLE) return this.#bytes.readDoubleLE(at);
    if (type === LONG) return Number(this.#bytes.readBigInt64LE(at));
    throw new Error(`${name} is no number`);
  }

  /** An embedded document, in BSON. */
  bytesOf(name: string): Buffer {
    const { at, end } = this.#find(name) ?? missing(name);
    return this.#bytes.subarray(at, end);
  }

  /** An embedded document. */
  document(name: string): RawDocument | undefined {
    const element = this.#find(name);
    return element && new RawDocument(this.#bytes, element.at);
  }

  #find(name: string): Element | undefined {
    const bytes = this.#bytes;
    const end = this.#start + bytes.readInt32LE(this.#start) - ZERO_BYTES;
    let next = this.#start + LENGTH_BYTES;
    while (next < end) {
      const type = bytes[next] ?? 0;
      const nameAt = next + 1;
      const at = endOfName(bytes, nameAt) + ZERO_BYTES;
      next = at + this.#lengthOf(type, at);
      if (at - ZERO_BYTES - nameAt === name.length && isAt(bytes, nameAt, name)) return { type, at, end: next };
    }
    return undefined;
  }

  #lengthOf(type: number, at: number): number {
    if (type === STRING) return LENGTH_BYTES + this.#bytes.readInt32LE(at);
    if (type === DOCUMENT || type === ARRAY) return this.#bytes.readInt32LE(at);
    if (type === BINARY) return LENGTH_BYTES + 1 + this.#bytes.readInt32LE(at);
    const length = FIXED_BYTES[type];
    if (length === undefined) throw new Error(`a stored document has an element of type ${type}`);
    return length;
  }
}

/** Names are short: a loop finds their end sooner than a call into the runtime. */
function endOfName(bytes: Buffer, start: number): number {
  let end = start;
  while (bytes[end] !== 0) end++;
  return end;
}

/** Names of fields are ASCII. */
function isAt(bytes: Buffer, start: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    if (bytes[start + index] !== name.charCodeAt(index)) return false;
  }
  return true;
}

function missing(name: string): never {
  throw new Error(`the document has no ${name}`);
}
