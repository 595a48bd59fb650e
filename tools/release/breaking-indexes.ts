import type { IndexDescription } from 'mongodb';

/** Breaking change, and its remedy. */
export interface Finding {
  readonly what: string;
  readonly remedy: string;
}

type Indexes = readonly IndexDescription[];

/**
 * Returns indexes that would refuse or delete documents of the version before. Other indexes may come, change and go: both versions
 * have theirs while both run (docs/operations/upgrade.md).
 */
export function breakingIndexChanges(before: Indexes, after: Indexes, knownFields: object): Finding[] {
  const findings: Finding[] = [];
  for (const index of after) {
    const name = index.name ?? Object.entries(index.key).flat().join('_');
    const same = before.find((one) => keyOf(one) === keyOf(index));
    if (index.unique === true && !isAbout(index.partialFilterExpression ?? {}, knownFields)) {
      const isKnown = before.some((one) => one.unique === true && rule(one) === rule(index));
      if (!isKnown) findings.push({ what: `index ${name} is unique now and may refuse documents of`, remedy: UNIQUE });
    }
    const [was, is] = [same?.expireAfterSeconds ?? Infinity, index.expireAfterSeconds ?? Infinity];
    if (is < was && !isAbout(index.key, knownFields)) {
      findings.push({ what: `index ${name} deletes documents sooner than`, remedy: TTL });
    }
  }
  return findings;
}

const UNIQUE =
  'Limit it by partialFilterExpression to documents with a new field, which the version before does not store.';
const TTL = 'Let it expire by a new field, which the version before does not store, or leave the period as it was.';

const keyOf = ({ key }: IndexDescription): string => JSON.stringify(key);
const rule = ({ key, partialFilterExpression, sparse }: IndexDescription): string =>
  JSON.stringify([key, partialFilterExpression, sparse]);

/** Whether it names a field that the version before does not store. */
function isAbout(named: object, knownFields: object): boolean {
  return Object.keys(named).some((path) => !Object.hasOwn(knownFields, path.split('.')[0] ?? ''));
}
