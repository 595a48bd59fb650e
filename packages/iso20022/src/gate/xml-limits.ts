/** What a message may cost before it is refused. */
export interface XmlLimits {
  /** Of the whole message. */
  readonly bytesMax: number;
  /** Elements within one another; ISO 20022 messages have some 20. */
  readonly depthMax: number;
  /** Of what is held in memory at a time: the message, or one part of it where it is streamed. */
  readonly elementsMax: number;
  /** Between two signs of progress: a tag, a text or a comment may not be longer. The longest text of ISO 20022 has 9,450. */
  readonly tokenBytesMax: number;
  /** Keeps attributes of other namespaces, by their name with prefix. ISO 20022 messages have none, and are refused with them. */
  readonly allowsForeignAttributes?: true;
}

export const XML_LIMITS: XmlLimits = {
  bytesMax: 6 * 1_048_576,
  depthMax: 32,
  elementsMax: 500_000,
  tokenBytesMax: 131_072,
};

/** A file of any length that is never held as a whole. */
export const STREAM_LIMITS: XmlLimits = { ...XML_LIMITS, bytesMax: Number.MAX_SAFE_INTEGER };
