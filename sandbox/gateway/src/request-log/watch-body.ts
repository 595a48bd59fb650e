import type { Response } from 'express';

/** Keeps what is written as the body of an answer, until it is longer than `bytesMax`. */
export function watchBody(response: Response, bytesMax: number): () => Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  const keep = (chunk: unknown): void => {
    if (size > bytesMax || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return;
    const part = Buffer.from(chunk as Uint8Array);
    size += part.length;
    parts.push(part);
  };
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => Response;
  response.write = ((...args: unknown[]) => {
    keep(args[0]);
    return write(...args);
  }) as Response['write'];
  response.end = ((...args: unknown[]) => {
    keep(args[0]);
    return end(...args);
  }) as Response['end'];
  return () => Buffer.concat(parts);
}
