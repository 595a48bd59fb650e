/** A part of a buffer, without a view of its own: creating one costs more than reading its content. */
export interface Slice {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Size of the length prefix of strings, documents and binary values; strings also end with a zero byte. */
const LENGTH_BYTES = 4;
const ZERO_BYTES = 1;
const [DOUBLE, STRING, DOCUMENT, ARRAY, BINARY, INT, LONG] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x10, 0x12];
/** Bytes of the types with a fixed length, as far as services store them (BSON specification, "element"). */
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

/** Positions of field values in a document, by index among the requested fields; 0 if the document lacks the field. */
export interface FieldPositions {
  readonly bytes: Buffer;
  readonly at: readonly number[];
  readonly type: readonly number[];
}

/**
 * Finds given fields in BSON documents. Each document is scanned once, and its other fields are not kept: a page has a hundred
 * documents, and an object for each field would account for most of its cost. Names are ASCII.
 */
export class RawFields {
  readonly #names: readonly string[];

  constructor(...names: string[]) {
    this.#names = names;
  }

  /** Scans the document that begins at `start`. */
  find(bytes: Buffer, start = 0): FieldPositions {
    const at = this.#names.map(() => 0);
    const type = this.#names.map(() => 0);
    const end = start + bytes.readInt32LE(start) - ZERO_BYTES;
    let next = start + LENGTH_BYTES;
    while (next < end) {
      const kind = bytes[next] ?? 0;
      const nameAt = next + 1;
      const valueAt = endOfName(bytes, nameAt) + ZERO_BYTES;
      const place = this.#placeOf(bytes, nameAt, valueAt - ZERO_BYTES - nameAt);
      if (place >= 0) {
        at[place] = valueAt;
        type[place] = kind;
      }
      next = valueAt + lengthOf(bytes, kind, valueAt);
    }
    return { bytes, at, type };
  }

  #placeOf(bytes: Buffer, nameAt: number, length: number): number {
    for (let place = 0; place < this.#names.length; place++) {
      const name = this.#names[place] ?? '';
      if (name.length === length && isAt(bytes, nameAt, name)) return place;
    }
    return -1;
  }
}

export function hasField({ at }: FieldPositions, place: number): boolean {
  return at[place] !== 0;
}

/** Returns the start of a field's value: a text after its length prefix, an embedded document including it. */
export function startOf({ at, type }: FieldPositions, place: number): number {
  const start = at[place];
  if (start === undefined || start === 0) throw new Error(`the document lacks field ${place} of those asked for`);
  return type[place] === STRING ? start + LENGTH_BYTES : start;
}

/** Returns the bytes of a text, in UTF-8, or of an embedded document, in BSON. */
export function sliceOf(places: FieldPositions, place: number): Slice {
  const { bytes, type } = places;
  const start = startOf(places, place);
  const isText = type[place] === STRING;
  const end = start + (isText ? bytes.readInt32LE(start - LENGTH_BYTES) - ZERO_BYTES : bytes.readInt32LE(start));
  return { bytes, start, end };
}

export function textOf(places: FieldPositions, place: number): string {
  const { bytes, start, end } = sliceOf(places, place);
  return bytes.toString('utf8', start, end);
}

export function numberOf(places: FieldPositions, place: number): number {
  const start = startOf(places, place);
  const { bytes, type } = places;
  if (type[place] === INT) return bytes.readInt32LE(start);
  if (type[place] === DOUBLE) return bytes.readDoubleLE(start);
  if (type[place] === LONG) return Number(bytes.readBigInt64LE(start));
  throw new Error(`field ${place} of those asked for is no number`);
}

/** Returns the start of each document of an array. */
export function documentsOf(bytes: Buffer, arrayAt: number): number[] {
  const starts: number[] = [];
  const end = arrayAt + bytes.readInt32LE(arrayAt) - ZERO_BYTES;
  let next = arrayAt + LENGTH_BYTES;
  while (next < end) {
    const start = endOfName(bytes, next + 1) + ZERO_BYTES;
    starts.push(start);
    next = start + bytes.readInt32LE(start);
  }
  return starts;
}

function lengthOf(bytes: Buffer, type: number, at: number): number {
  if (type === STRING) return LENGTH_BYTES + bytes.readInt32LE(at);
  if (type === DOCUMENT || type === ARRAY) return bytes.readInt32LE(at);
  if (type === BINARY) return LENGTH_BYTES + 1 + bytes.readInt32LE(at);
  const length = FIXED_BYTES[type];
  if (length === undefined) throw new Error(`a stored document has an element of type ${type}`);
  return length;
}

/** Names are short, so a loop finds their end faster than a call into the runtime. */
function endOfName(bytes: Buffer, start: number): number {
  let end = start;
  while (bytes[end] !== 0) end++;
  return end;
}

function isAt(bytes: Buffer, start: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    if (bytes[start + index] !== name.charCodeAt(index)) return false;
  }
  return true;
}
