import type { Response } from 'express';

/** An answer that is JSON already, in parts. */
export class AnswerBytes {
  readonly #parts: readonly (string | Uint8Array)[];

  constructor(parts: readonly (string | Uint8Array)[]) {
    this.#parts = parts;
  }

  /** In one piece, so that it leaves in one write. */
  send(response: Response): void {
    const body = Buffer.concat(this.#parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }
}
