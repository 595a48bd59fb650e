import { BSON } from 'mongodb';

/** A string in BSON has its length before and a zero behind it. */
const LENGTH_BYTES = 4;
const ZERO_BYTES = 1;
const [DOUBLE, INT, LONG] = [0x01, 0x10, 0x12];

/** Type, place and length of the name, place and length of the value. */
type Element = ReturnType<typeof BSON.onDemand.parseToElements> extends Iterable<infer Each> ? Each : never;

/** A document in BSON, of which only those fields are read that are asked for. */
export class RawDocument {
  readonly #bytes: Buffer;
  readonly #elements = new Map<string, Element>();

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, length);
    for (const element of BSON.onDemand.parseToElements(this.#bytes)) {
      const [, nameAt, nameLength] = element;
      this.#elements.set(this.#bytes.toString('latin1', nameAt, nameAt + nameLength), element);
    }
  }

  has(name: string): boolean {
    return this.#elements.has(name);
  }

  /** UTF-8, as it is stored. */
  text(name: string): Buffer {
    const [, , , at, length] = this.#element(name);
    return this.#bytes.subarray(at + LENGTH_BYTES, at + length - ZERO_BYTES);
  }

  number(name: string): number {
    const [type, , , at] = this.#element(name);
    if (type === INT) return this.#bytes.readInt32LE(at);
    if (type === DOUBLE) return this.#bytes.readDoubleLE(at);
    if (type === LONG) return Number(this.#bytes.readBigInt64LE(at));
    throw new Error(`${name} is no number`);
  }

  /** An embedded document, in BSON. */
  document(name: string): Buffer {
    const [, , , at, length] = this.#element(name);
    return this.#bytes.subarray(at, at + length);
  }

  #element(name: string): Element {
    const element = this.#elements.get(name);
    if (element === undefined) throw new Error(`the document has no ${name}`);
    return element;
  }
}
