// Looks for wordings of `words.yaml` in pages, comments and test titles, and for comments that begin with a clause:
//   node tools/check/prose/check-prose.ts
// Prints each with its place and a better wording, and exits with 1 if there is one.
import { join } from 'node:path';
import { TextlintKernel, type TextlintPluginCreator, type TextlintRuleModule } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import plainText from '@textlint/textlint-plugin-text';
import { type Comment, parseSync } from 'oxc-parser';
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
function proseOf(path: string, source: string, comments: readonly Comment[]): string {
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

/** Returns the wordings of `words.yaml` in a text, each with its place. */
async function wordsIn(path: string, text: string): Promise<string[]> {
  const ext = path.endsWith('.md') ? '.md' : '.txt';
  const { messages } = await kernel.lintText(text, { filePath: path, ext, plugins, rules });
  return messages.map(({ line, message }) => `${path}:${line} ${message}`);
}

/** Returns comments that begin with a clause. A line comment below another one continues its sentence. */
function clausesIn(path: string, source: string, comments: readonly Comment[]): string[] {
  const isFirst = ({ start }: Comment, index: number): boolean => {
    const before = comments[index - 1];
    return before === undefined || !/^\n\s*$/.test(source.slice(before.end, start));
  };
  return comments
    .filter((comment, index) => CLAUSE.test(comment.value) && isFirst(comment, index))
    .map(({ start, value }) => {
      const [words] = value.replace(/^[\s*]+/, '').split('\n');
      return `${path}:${source.slice(0, start).split('\n').length} begins with a clause: ${words}`;
    });
}

async function findings(path: string): Promise<string[]> {
  const source = readText(path);
  if (path.endsWith('.md')) return wordsIn(path, source);
  const { comments } = parseSync(path, source);
  return [...(await wordsIn(path, proseOf(path, source, comments))), ...clausesIn(path, source, comments)];
}

const paths = listFiles().filter((path) => /\.(md|ts|mts|mjs)$/.test(path) && !NOT_READ.test(path));
const found = (await Promise.all(paths.map(findings))).flat();
for (const finding of found) console.log(finding);
process.exitCode = found.length > 0 ? 1 : 0;
