import { toXs2aError, Xs2aError } from '@xs2a/contracts';
import { toRefusal } from '@xs2a/service-kit';
import type { Response } from 'express';
import type { z } from 'zod';

/** A request of a developer that cannot be done; told as `application/problem+json` (RFC 9457). */
export class DeveloperError extends Error {
  override readonly name = 'DeveloperError';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Parses a developer's request; throws all faults by their paths. */
export function readWish<T>(schema: z.ZodType<T>, sent: unknown): T {
  const read = schema.safeParse(sent ?? {});
  if (read.success) return read.data;
  const { path, text, others } = toXs2aError(schema, sent ?? {});
  const faults = [{ path, text }, ...others].map((fault) => `${fault.path ?? 'body'}: ${fault.text ?? 'is malformed'}`);
  throw new DeveloperError(400, faults.join('; '));
}

/** Says what was wrong, for programs. Errors of our own keep their secrets. */
export async function answerDeveloper(response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { status, detail } = problemOf(error);
    if (status >= 500 && !(error instanceof Xs2aError)) throw error;
    tellWhen(response, error);
    response.status(status).type('application/problem+json').send(JSON.stringify({ status, detail }));
  }
}

/** When the same request may be made again, where that is known. */
export function tellWhen(response: Response, error: unknown): void {
  if (!(error instanceof Xs2aError) || error.retryAfterSeconds === undefined) return;
  response.set('Retry-After', String(error.retryAfterSeconds));
}

export function problemOf(error: unknown): { status: number; detail: string } {
  if (error instanceof DeveloperError) return { status: error.status, detail: error.message };
  const { refusal } = toRefusal(error);
  const said = error instanceof Xs2aError ? error : undefined;
  const where = said?.path === undefined ? '' : `${said.path}: `;
  return { status: refusal.status, detail: where + (said?.text ?? refusal.text) };
}
