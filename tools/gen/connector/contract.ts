import { CONNECTOR_OPERATIONS, GENERAL_REFUSALS, REFUSALS } from '@xs2a/contracts';
import { schemaOf } from './schemas.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

/** Form of an object, by name: its type, or the form of a nested object. */
type Form = string | { readonly [name: string]: Form };

/**
 * Returns a compact contract for a connector without a JSON Schema library, as examples/java-connector: required fields of
 * requests, the values of every enumerated field, and the error cases with their codes.
 */
export function connectorContract(): object {
  const words: Record<string, Set<string>> = {};
  const requests: Record<string, Form> = {};
  for (const { operation, way } of CONNECTOR_OPERATIONS) {
    const [request, reply] = [operation.request, operation.reply].map((one) => schemaOf(one, true) as Schema);
    if (way !== 'told' && request !== undefined) requests[operation.subject] = formOf(request);
    for (const schema of [request, reply]) if (schema !== undefined) collectWords(schema, words);
  }
  const names = [...GENERAL_REFUSALS, ...CONNECTOR_OPERATIONS.flatMap(({ refusals = [] }) => refusals)];
  return {
    requests,
    told: CONNECTOR_OPERATIONS.filter(({ way }) => way === 'told').map(({ operation }) => operation.subject),
    words: Object.fromEntries(Object.entries(words).map(([name, values]) => [name, [...values].sort()])),
    refusals: Object.fromEntries([...new Set(names)].map((name) => [name, REFUSALS[name].status])),
  };
}

function formOf({ type, required = [], properties = {} }: Schema): Form {
  if (type !== 'object') return type ?? 'object';
  const inner = required.map((name) => [name, formOf(properties[name] ?? {})] as const);
  return inner.length === 0 ? 'object' : Object.fromEntries(inner);
}

/** Collects values by the name of the field, which has one meaning throughout the contract. */
function collectWords(schema: Schema, words: Record<string, Set<string>>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const word of field.enum ?? []) (words[name] ??= new Set()).add(word);
    collectWords(field, words);
  }
  for (const inner of [...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]) collectWords(inner, words);
}
