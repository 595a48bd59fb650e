// Looks for wordings of `words.yaml` in pages, comments and test titles, and for comments that begin with a clause:
//   node tools/check/prose/check-prose.ts
// Prints each with its place and a better wording, and exits with 1 if there is one.
import { join } from 'node:path';
import { TextlintKernel, type TextlintPluginCreator, type TextlintRuleModule } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import plainText from '@textlint/textlint-plugin-text';
import { parseSync } from 'oxc-parser';
import prh from 'textlint-rule-prh';
import { listFiles, readText } from '../import-graph.ts';

/** Changelogs keep the terms of their time. */
const NOT_READ = /CHANGELOG\.md$|^changes\/|\/generated\/|\/clients\//;
const TITLE = /\b(?:it|describe)(?:\.each\([^)]*\))?\(\s*'((?:[^'\\\n]|\\.)*)'/g;
/** A comment is about a thing, and begins with its name or a verb. */
const CLAUSE = /^[\s*]*(What|Who|Whose) (?!is the\b)/;

const kernel = new TextlintKernel();
const plugin = (of: object): TextlintPluginCreator => ('default' in of ? of.default : of) as TextlintPluginCreator;
const plugins = [
  { pluginId: 'markdown', plugin: plugin(markdown) },
  { pluginId: 'text', plugin: plugin(plainText) },
];
const rulePaths = [join(import.meta.dirname, 'words.yaml')];
const rule = ('default' in prh ? prh.default : prh) as TextlintRuleModule;
const rules = [{ ruleId: 'words', rule, options: { rulePaths } }];

/** Returns comments and test titles at their lines, and nothing else. */
function proseOf(path: string, source: string): string {
  const { comments } = parseSync(path, source);
  const titles = path.endsWith('.test.ts') ? [...source.matchAll(TITLE)] : [];
  const parts = [
    ...comments.map(({ start, end, value }) => ({ start, end, text: value })),
    ...titles.map(({ index, 0: found, 1: text = '' }) => ({ start: index, end: index + found.length, text })),
  ].toSorted((one, other) => one.start - other.start);
  let prose = '';
  let read = 0;
  for (const { start, end, text } of parts) {
    if (start < read) continue;
    prose += source.slice(read, start).replaceAll(/[^\n]/g, '') + text.replaceAll(/^\s*\*/gm, '');
    read = end;
  }
  return prose;
}

async function findings(path: string): Promise<string[]> {
  const source = readText(path);
  const isMarkdown = path.endsWith('.md');
  const text = isMarkdown ? source : proseOf(path, source);
  const { messages } = await kernel.lintText(text, {
    filePath: path,
    ext: isMarkdown ? '.md' : '.txt',
    plugins,
    rules,
  });
  const words = messages.map(({ line, message }) => `${path}:${line} ${message}`);
  if (isMarkdown) return words;
  const { comments } = parseSync(path, source);
  const clauses = comments.filter(
    ({ value }, index) => CLAUSE.test(value) && !continues(comments[index - 1], index, source),
  );
  return [
    ...words,
    ...clauses.map(
      ({ start, value }) =>
        `${path}:${lineAt(source, start)} begins with a clause: ${value.replaceAll(/^[\s*]+/g, '').split('\n')[0]}`,
    ),
  ];

  /** Whether a line comment continues the sentence of the one above it. */
  function continues(before: { end: number } | undefined, index: number, all: string): boolean {
    const start = comments[index]?.start ?? 0;
    return before !== undefined && /^\n\s*$/.test(all.slice(before.end, start));
  }
}

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

const paths = listFiles().filter((path) => /\.(md|ts|mts|mjs)$/.test(path) && !NOT_READ.test(path));
const found = (await Promise.all(paths.map(findings))).flat();
for (const finding of found) console.log(finding);
process.exitCode = found.length > 0 ? 1 : 0;
