/** Returns the number of PSUs that must approve a basket: the maximum over its members. Undefined while one is unknown. */
export function signaturesNeeded(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length < counts.length ? undefined : Math.max(1, ...known);
}
