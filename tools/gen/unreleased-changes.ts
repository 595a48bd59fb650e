import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../programs.ts';

const FOLDER = join(ROOT, 'changes');
/** Kinds of changes in the order of Keep a Changelog; a file of `changes/` is named `<kind>-<subject>.md`. */
const KINDS = ['security', 'added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** Section "Unreleased" of CHANGELOG.md: the files of `changes/` by kind. Throws if a file is of no kind. */
function unreleasedChanges(): string {
  const files = readdirSync(FOLDER).toSorted();
  const wrong = files.filter((file) => !KINDS.some((kind) => file.startsWith(`${kind}-`) && file.endsWith('.md')));
  if (wrong.length > 0)
    throw new Error(`changes/${wrong.join(', ')}: name it <kind>-<subject>.md, of ${KINDS.join(', ')}`);
  const sections = KINDS.flatMap((kind) => {
    const texts = files
      .filter((file) => file.startsWith(`${kind}-`))
      .map((file) => readFileSync(join(FOLDER, file), 'utf8').trim());
    return texts.length === 0 ? [] : [`### ${kind.charAt(0).toUpperCase()}${kind.slice(1)}\n\n${texts.join('\n')}`];
  });
  return sections.join('\n\n');
}

const UNRELEASED = '## Unreleased\n';

/** CHANGELOG.md with this section; released versions below it stay as they are. */
export function changelog(page: string): string {
  const start = page.indexOf(UNRELEASED);
  const released = page.slice(start + UNRELEASED.length).search(/^## /m);
  const rest = released < 0 ? '' : `\n${page.slice(start + UNRELEASED.length + released)}`;
  return `${page.slice(0, start)}${UNRELEASED}\n${unreleasedChanges()}\n${rest}`;
}
