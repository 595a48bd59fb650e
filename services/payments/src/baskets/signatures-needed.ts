/** How many PSUs must approve a basket: as many as its most demanding member. Undefined where one is not known yet. */
export function signaturesNeeded(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length < counts.length ? undefined : Math.max(1, ...known);
}
