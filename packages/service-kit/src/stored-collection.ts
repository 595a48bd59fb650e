import type { Machine } from '@xs2a/contracts';
import type { Document, IndexDescription } from 'mongodb';
import type { z } from 'zod';

/** The status field of a document and the machine it moves along. */
export interface StatusField {
  readonly field: string;
  readonly machine: Machine;
}

/** A stored document: its name, shape, indexes, and the status that only `advance()` may move. */
export interface StoredCollection<T extends Document = Document> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly indexes: readonly IndexDescription[];
  readonly status?: StatusField;
  /** Under this the `Collection` is injected. */
  readonly token: symbol;
}

/** Declares a collection. The schema is the one truth: types, the database's own validator and tests come from it. */
export function storedCollection<T extends Document>(
  name: string,
  schema: z.ZodType<T>,
  options: { indexes?: readonly IndexDescription[]; status?: StatusField } = {},
): StoredCollection<T> {
  return {
    name,
    schema,
    indexes: options.indexes ?? [],
    token: Symbol(name),
    ...(options.status && { status: options.status }),
  };
}

/** Whether documents of this collection carry an outbox. */
export function hasOutbox({ schema }: StoredCollection): boolean {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null && 'outbox' in schema.shape;
}
