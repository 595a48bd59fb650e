import type { Machine, StatusNotification } from '@xs2a/contracts';
import type { Document, IndexDescription } from 'mongodb';
import type { z } from 'zod';
import type { Retained } from './retained.ts';

/** Index of histories by the time of their changes, for finding those since the last checkpoint. */
const MOVED_SINCE = { key: { 'history.at': 1 }, name: 'moved_since' } as const;

/** The status field of a document and its status machine. */
interface StatusField {
  readonly field: string;
  readonly machine: Machine;
  /** Edges out of final statuses, for facts that become known later. The statuses are still final. */
  readonly corrections?: Partial<Machine>;
}

/** The TPP to notify of status changes, its preferences, and the resource as the TPP knows it. */
export type NotificationTarget = Pick<StatusNotification, 'tppId' | 'wish' | 'parent' | 'authorisationId'>;

/** Computes a field for a document that lacks it. Declared as a method, so that collections of any documents can have it. */
type LateField<T extends Document> = { of(this: void, document: T): unknown }['of'];

/**
 * Fields that documents of earlier versions lack, with their values for such documents. They are optional in the schema, because
 * replicas of an earlier version may still store documents without them (docs/operations/upgrade.md).
 */
export type LateFields<T extends Document> = Readonly<Record<string, LateField<T>>>;

/** Declaration of a stored document: name, schema, indexes, and the status that only `advance()` may change. */
export interface StoredCollection<T extends Document = Document> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly indexes: readonly IndexDescription[];
  readonly status?: StatusField;
  /** The TPP to notify when the status changes; undefined if it did not ask for notifications. */
  notificationTarget?(this: void, document: T): NotificationTarget | undefined;
  /** The history is evidence: checkpoints cover it, and `npm run xs2a -- audit verify-history` verifies it. */
  readonly hasCheckpoints: boolean;
  /** Limits the checkpoints to some documents. Documents that may be deleted before anybody sees them have none. */
  readonly checkpointsWhere?: Document;
  /** Field with the date of storing, if documents may be stored after their history began. */
  readonly checkpointsSince?: string;
  /** Fields that documents of earlier versions lack. */
  readonly lateFields?: LateFields<T>;
  /** When documents may be deleted; absent if they stay, or delete themselves. */
  readonly retained?: Retained;
}

/** Declares a collection. Types, database validator and tests are derived from its schema. */
export function storedCollection<T extends Document>(
  name: string,
  schema: z.ZodType<T>,
  options: {
    indexes?: readonly IndexDescription[];
    status?: StatusField;
    notificationTarget?(this: void, document: T): NotificationTarget | undefined;
    hasCheckpoints?: true;
    checkpointsWhere?: Document;
    checkpointsSince?: string;
    retained?: Retained;
    lateFields?: { readonly [Field in keyof T & string]?: (this: void, document: T) => NonNullable<T[Field]> };
  } = {},
): StoredCollection<T> {
  return {
    name,
    schema,
    indexes: [
      ...(options.indexes ?? []),
      ...(options.hasCheckpoints ? [MOVED_SINCE] : []),
      ...(options.checkpointsSince === undefined ? [] : [{ key: { [options.checkpointsSince]: 1 }, sparse: true }]),
    ],
    hasCheckpoints: options.hasCheckpoints ?? false,
    ...(options.status && { status: options.status }),
    ...(options.notificationTarget && { notificationTarget: options.notificationTarget }),
    ...(options.checkpointsWhere && { checkpointsWhere: options.checkpointsWhere }),
    ...(options.checkpointsSince !== undefined && { checkpointsSince: options.checkpointsSince }),
    ...(options.retained && { retained: options.retained }),
    ...(options.lateFields && { lateFields: options.lateFields as LateFields<T> }),
  };
}

/** A document field with messages for other services. */
export type Queue = 'outbox' | 'notices';

/** Whether documents of this collection have this field. */
export function hasQueue({ schema }: StoredCollection, queue: Queue): boolean {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null && queue in schema.shape;
}
