import type { Operation, ReplyOf, RequestInputOf, RetentionSetting } from '@xs2a/contracts';
import type { Db, Document, IndexDescription } from 'mongodb';

/** Index of documents that have ended, by their date. */
export const ENDED = 'ended';

/** Database and bus that a check of documents may ask. */
export interface ReferenceCheckContext {
  readonly db: Db;
  readonly bus: { ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> };
}

/** When documents of a collection may be deleted. */
export interface Retained {
  /** The setting of the profile with the number of days. */
  readonly setting: RetentionSetting;
  /** Documents that have ended. It is the filter of their index, too. */
  readonly ended?: Document;
  /** Field from which the days count. Without it they count from the last entry of the history, and its first one finds them. */
  readonly since?: string;
  /** The field is a text such as `2026-11-28`. */
  readonly isDay?: true;
  /** Documents of other collections that are deleted with it; `by` is the field with its id. */
  readonly parts?: readonly { readonly collection: string; readonly by: string; readonly hasHistory?: true }[];
  /** Returns ids of documents that something else still needs. */
  readonly stillNeeded?: (ids: readonly string[], surroundings: ReferenceCheckContext) => Promise<readonly string[]>;
}

/** Path of the field by which documents are found. */
export const retentionFieldOf = ({ since = 'history.0.at' }: Retained): string => since;

export function endedIndex(retained: Retained): IndexDescription {
  const { ended } = retained;
  return {
    key: { [retentionFieldOf(retained)]: 1, _id: 1 },
    name: ENDED,
    ...(ended && { partialFilterExpression: ended }),
  };
}

/** Filter of documents that have ended and began before a date. The index answers it. */
export function filterStartedBefore(retained: Retained, date: Date): Document {
  return {
    ...retained.ended,
    [retentionFieldOf(retained)]: { $lt: retained.isDay ? date.toISOString().slice(0, 10) : date },
  };
}

/** Filter of documents that have ended before a date and have no message to deliver. */
export function endedBefore(retained: Retained, date: Date): Document {
  return {
    ...filterStartedBefore(retained, date),
    'history.at': { $not: { $gte: date } },
    'outbox.0': { $exists: false },
    'notices.0': { $exists: false },
  };
}
