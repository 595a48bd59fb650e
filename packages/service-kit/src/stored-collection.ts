import type { Machine, StatusNotification } from '@xs2a/contracts';
import type { Document, IndexDescription } from 'mongodb';
import type { z } from 'zod';

/** Finds what moved since the last seal. */
const MOVED_SINCE = { key: { 'history.at': 1 }, name: 'moved_since' } as const;

/** The status field of a document and the machine it moves along. */
export interface StatusField {
  readonly field: string;
  readonly machine: Machine;
}

/** Whom a document tells of its status, and as what it is known there. */
export type Told = Pick<StatusNotification, 'tppId' | 'wish' | 'parent' | 'authorisationId'>;

/** A stored document: its name, shape, indexes, and the status that only `advance()` may move. */
export interface StoredCollection<T extends Document = Document> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly indexes: readonly IndexDescription[];
  readonly status?: StatusField;
  /** The TPP that wants to be told when the status moves; undefined where it did not ask. */
  toldOf?(this: void, document: T): Told | undefined;
  /** Its history is evidence: sealed, and verified by `npm run verify-history`. */
  readonly isSealed: boolean;
  /** Which of them are sealed; all where left out. What may be taken back before anybody saw it is not. */
  readonly sealedWhere?: Document;
  /** Under this the `Collection` is injected. */
  readonly token: symbol;
}

/** Declares a collection. The schema is the one truth: types, the database's own validator and tests come from it. */
export function storedCollection<T extends Document>(
  name: string,
  schema: z.ZodType<T>,
  options: {
    indexes?: readonly IndexDescription[];
    status?: StatusField;
    toldOf?(this: void, document: T): Told | undefined;
    isSealed?: true;
    sealedWhere?: Document;
  } = {},
): StoredCollection<T> {
  return {
    name,
    schema,
    indexes: [...(options.indexes ?? []), ...(options.isSealed ? [MOVED_SINCE] : [])],
    isSealed: options.isSealed ?? false,
    token: Symbol(name),
    ...(options.status && { status: options.status }),
    ...(options.toldOf && { toldOf: options.toldOf }),
    ...(options.sealedWhere && { sealedWhere: options.sealedWhere }),
  };
}

/** A field of a document that holds messages for others. */
export type Queue = 'outbox' | 'notices';

/** Whether documents of this collection carry such a field. */
export function hasQueue({ schema }: StoredCollection, queue: Queue): boolean {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null && queue in schema.shape;
}
