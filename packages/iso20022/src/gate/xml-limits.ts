/** Limits on the cost of a message. The XML library limits names, depth and entities itself. */
export interface XmlLimits {
  readonly bytesMax: number;
  /** Nesting of elements; ISO 20022 messages have about 20 levels. */
  readonly depthMax: number;
  readonly elementsMax: number;
  /** Bytes of one tag or text. The longest text of ISO 20022 has 9,450 characters. */
  readonly tokenBytesMax: number;
}

export const XML_LIMITS: XmlLimits = {
  bytesMax: 6 * 1_048_576,
  depthMax: 32,
  elementsMax: 500_000,
  tokenBytesMax: 16_384,
};

/** A file of 200,000 entries. Reading it takes seven times its size in memory. */
export const STATEMENT_LIMITS: XmlLimits = { ...XML_LIMITS, bytesMax: 128 * 1_048_576, elementsMax: 10_000_000 };
