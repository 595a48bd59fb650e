/**
 * A JSON value without the fields that are `null`: many programs write an optional field that they have no value for as null,
 * and mean that it is absent. A mandatory field that is null is missing. Members of arrays stay.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field)]));
}
