const UNRELEASED = '## Unreleased\n';

/** Returns the changelog with its unreleased entries under a version; undefined if there are none. */
export function releaseChangelog(text: string, version: string, today: Date): string | undefined {
  const start = text.indexOf(UNRELEASED);
  if (start < 0) return undefined;
  const after = text.slice(start + UNRELEASED.length);
  const next = after.search(/^## /m);
  if ((next < 0 ? after : after.slice(0, next)).trim() === '') return undefined;
  return `${text.slice(0, start)}${UNRELEASED}\n## ${version} (${today.toISOString().slice(0, 10)})\n${after}`;
}

/** Whether a version is newer than another one (Semantic Versioning, 11). */
export function isNewer(version: string, before: string): boolean {
  const [one, other] = [version, before].map((text) => text.split('.').map(Number));
  for (const [index, number] of (one ?? []).entries()) {
    const difference = number - (other?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
