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
  /** Of the name of an element or attribute, with its prefix. Those of ISO 20022 have some 35 at most. */
  readonly nameCharactersMax: number;
  /** Of one tag, with declarations of namespaces. Those of ISO 20022 have one. */
  readonly attributesMax: number;
  /** Keeps attributes of other namespaces, by their name with prefix. ISO 20022 messages have none, and are refused with them. */
  readonly allowsForeignAttributes?: true;
}

export const XML_LIMITS: XmlLimits = {
  bytesMax: 6 * 1_048_576,
  depthMax: 32,
  elementsMax: 500_000,
  tokenBytesMax: 131_072,
  nameCharactersMax: 128,
  attributesMax: 64,
};

/** A file of any length that is never held as a whole. */
export const STREAM_LIMITS: XmlLimits = { ...XML_LIMITS, bytesMax: Number.MAX_SAFE_INTEGER };

/** A message is handed to the parser in such pieces, so that no limit is passed by more than one of them. */
export const PIECE_BYTES = 16_384;

/** A character of the plane that plain text is of takes so many bytes in UTF-8. */
export const BYTES_PER_CHARACTER_MAX = 3;

/** The limits of one tag, checked while it is read: a tag of many attributes would keep the parser busy up to its end. */
export class TagCheck {
  readonly #limits: XmlLimits;
  readonly #refuse: (reason: string) => never;
  #attributes = 0;

  constructor(limits: XmlLimits, refuse: (reason: string) => never) {
    this.#limits = limits;
    this.#refuse = refuse;
  }

  begin(name: string): void {
    this.#attributes = 0;
    this.#checkName(name);
  }

  addAttribute(name: string): void {
    const { attributesMax } = this.#limits;
    this.#checkName(name);
    if (++this.#attributes > attributesMax) this.#refuse(`has a tag with more than ${attributesMax} attributes`);
  }

  #checkName(name: string): void {
    const { nameCharactersMax } = this.#limits;
    if (name.length > nameCharactersMax) this.#refuse(`has a name of more than ${nameCharactersMax} characters`);
  }
}
