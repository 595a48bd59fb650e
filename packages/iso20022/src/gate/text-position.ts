interface Parser {
  readonly line: number;
  readonly column: number;
}

/** Where in a text a parser is that is not handed all of it. */
export class TextPosition {
  readonly #parser: Parser;
  #linesPassed = 0;
  /** The parser's line, and how many characters more than it has counted there. */
  #ahead = { line: 0, characters: 0 };

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** From 1 on. */
  get line(): number {
    return this.#parser.line + this.#linesPassed;
  }

  /** The character of the line that was read last, from 1 on. */
  get column(): number {
    return Math.max(1, this.#charactersRead());
  }

  /** Passes what the parser is not handed. */
  pass(source: string, start: number, { end, lines }: { readonly end: number; readonly lines: number }): void {
    const read = lines === 0 ? this.#charactersRead() + end - start : end - source.lastIndexOf('\n', end - 1) - 1;
    this.#linesPassed += lines;
    this.#ahead = { line: this.#parser.line, characters: read - this.#parser.column };
  }

  #charactersRead(): number {
    const { line, characters } = this.#ahead;
    return this.#parser.column + (line === this.#parser.line ? characters : 0);
  }
}
