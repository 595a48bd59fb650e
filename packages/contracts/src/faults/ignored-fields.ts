import type { z } from 'zod';
import { FAULTS_MAX } from '../interface/xs2a-error.ts';
import { nameOf, type Path, unknownField } from './field-names.ts';
import { nearestWord } from './nearest-word.ts';
import { elementOf, fieldsOf, ignoresOthers, schemaAt } from './value-words.ts';

/** A field that was sent but is not read. */
export interface IgnoredField {
  readonly path: string;
  /** The field of which it is probably a misspelling. */
  readonly meant?: string;
  /** The end of a sentence: `is not a field here; combinedServiceIndicator is`. */
  readonly text: string;
}

/** Finds the fields of a value that a schema ignores. Returns at most as many as an answer lists faults. */
export function ignoredFields(schema: z.core.$ZodType, value: unknown): IgnoredField[] {
  return ignoredAt(schema, value, []).slice(0, FAULTS_MAX);
}

function ignoredAt(schema: z.core.$ZodType, value: unknown, path: Path): IgnoredField[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const element = elementOf(schema);
    return element === undefined ? [] : value.flatMap((one, index) => ignoredAt(element, one, [...path, index]));
  }
  const known = fieldsOf(schema);
  const isOpen = ignoresOthers(schema);
  const found: IgnoredField[] = [];
  for (const [name, inside] of Object.entries(value)) {
    if (found.length >= FAULTS_MAX) break;
    const below = known.includes(name) ? schemaAt(schema, [name]) : undefined;
    if (below !== undefined) found.push(...ignoredAt(below, inside, [...path, name]));
    else if (isOpen) found.push(ignored(name, known, path));
  }
  return found;
}

function ignored(name: string, known: readonly string[], path: Path): IgnoredField {
  const meant = nearestWord(name, known);
  return {
    path: nameOf([...path, name]),
    ...(meant !== undefined && { meant: nameOf([...path, meant]) }),
    text: unknownField(name, known),
  };
}
