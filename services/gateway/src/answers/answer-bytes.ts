import type { Response } from 'express';

/** JSON text of an answer, in parts. */
export class AnswerBytes {
  readonly #parts: readonly (string | Uint8Array)[];

  constructor(parts: readonly (string | Uint8Array)[]) {
    this.#parts = parts;
  }

  /** Sends all parts in one write without copying them: a page is so large that garbage collection would cost more than sending. */
  send(response: Response): void {
    const parts = this.#parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', length);
    response.cork();
    for (const part of parts) response.write(part);
    response.end();
  }
}
