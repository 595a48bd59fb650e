import type { Db, Document } from 'mongodb';

/** A PSU, by its PSU-ID at the bank and the IBANs of its accounts. */
export interface Psu {
  readonly psuId: string;
  readonly ibans: readonly string[];
}

/** Documents that an erasure keeps, and why. */
export interface Kept {
  readonly where: Document;
  readonly because: string;
  readonly isOpen?: true;
}

/** Treatment of a PSU's documents by an erasure. */
export type Erasure =
  /** Those whose term has passed are deleted, with their parts (`Retained`); those that are open or whose term runs are kept. */
  | { readonly way: 'afterTerm' }
  /** All are kept. */
  | { readonly way: 'keep'; readonly because: string }
  | {
      readonly way: 'delete';
      /** Kept while anything about the PSU is open, or while anything at all is kept. */
      readonly unless?: 'open' | 'kept';
      readonly keeps?: (psu: Psu, place: { readonly db: Db; readonly now: Date }) => Promise<readonly Kept[]>;
      /** Documents that stay for other PSUs, with the update that removes this one. */
      readonly releases?: (psu: Psu) => { readonly where: Document; readonly update: Document };
    };

/** Documents about PSUs: their purpose, how those of one PSU are found, and what an erasure does. */
export interface PsuDocuments {
  readonly purpose: string;
  readonly source: string;
  /** When they go without any erasure; follows from the term where the collection has one. */
  readonly kept?: string;
  readonly find: (psu: Psu, db: Db) => Document | Promise<Document>;
  /** Index that finds them. Without one the collection is read through, a window of documents for each request. */
  readonly index?: Readonly<Record<string, 1 | -1>>;
  /** Fields that a report shows. Secrets, and what only machines need, are not among them. */
  readonly shows: readonly string[];
  readonly erase: Erasure;
}

/** Documents that belong to one of another collection: a report shows them with it, and they are deleted with it. */
export interface PsuDocumentParts {
  readonly partOf: string;
  /** Field with the id of that document. */
  readonly by: string;
  readonly shows: readonly string[];
}

/** A collection without data about PSUs, and why that is so. */
export interface NoPsuData {
  readonly none: string;
}

/** Data about PSUs in each collection of a service, by its name and in the order of an erasure. */
export type PersonalData = Readonly<Record<string, PsuDocuments | PsuDocumentParts | NoPsuData>>;

/** Returns alternatives of a filter: documents that have one of the values in one of the fields. */
export function anyOf(fields: readonly string[], values: readonly string[]): Document[] {
  return fields.map((field) => ({ [field]: { $in: [...values] } }));
}

/** Collections that every service has. */
export const KIT_PERSONAL_DATA: PersonalData = {
  deadLetters: {
    none: 'A message of a document that is reported. While there is one its document is kept; `xs2a dead-letters` has it.',
  },
  seals: { none: 'Ids and hashes of histories.' },
  leases: { none: 'Leases of jobs.' },
  indexUses: { none: 'Uses of indexes.' },
};
