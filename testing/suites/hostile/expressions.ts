import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { ROOT } from '../../../tools/programs.ts';

/** Regular expressions of a source as written, and the places that build one at run time. */
interface Found {
  readonly written: readonly { readonly expression: string; readonly line: number }[];
  readonly built: readonly number[];
}

/** `String.match` and `search` compile a text to an expression. */
const TEXT_METHODS = ['match', 'matchAll', 'search'];

/** Finds every regular expression of a source with a parser: a search for slashes would miss some and find others. */
export function expressionsIn(path: string, source: string): Found {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const written: { expression: string; line: number }[] = [];
  const built: number[] = [];
  const lineOf = ({ start }: { start: number }): number => source.slice(0, start).split('\n').length;
  const addBuilt = (node: { start: number; callee: Node }): void => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.push(lineOf(node));
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        written.push({ expression: `/${node.regex.pattern}/${node.regex.flags}`, line: lineOf(node) });
    },
    NewExpression: addBuilt,
    CallExpression(node) {
      addBuilt(node);
      const { callee, arguments: given } = node;
      const isText =
        given[0]?.type === 'TemplateLiteral' || typeof (given[0] as { value?: unknown })?.value === 'string';
      if (callee.type !== 'MemberExpression' || !isText || callee.property.type !== 'Identifier') return;
      if (TEXT_METHODS.includes(callee.property.name)) built.push(lineOf(node));
    },
  }).visit(program);
  return { written, built };
}

const SAFE = join(ROOT, '.local', 'safe-expressions.json');
/** Verdicts of another version of the tool are not reused. */
const TOOL = (createRequire(import.meta.url)('recheck/package.json') as { version: string }).version;
const keyOf = (expression: string): string => createHash('sha256').update(`${TOOL} ${expression}`).digest('base64url');
/** No verdict may depend on the load of the machine: work is bounded by characters read, not by time. */
const LIMITS = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };

/**
 * Returns why an expression is slow on some text; empty if all are linear. An unfinished analysis counts as a fault. Expressions
 * found safe are remembered in `.local`, so that only new ones take time.
 */
export async function slowExpressions(expressions: ReadonlySet<string>): Promise<Map<string, string>> {
  const safe = readSafe();
  const slow = new Map<string, string>();
  for (const expression of expressions) {
    if (safe.has(keyOf(expression))) continue;
    const verdict = await verdictOn(expression);
    if (verdict === undefined) safe.add(keyOf(expression));
    else slow.set(expression, verdict);
  }
  mkdirSync(join(ROOT, '.local'), { recursive: true });
  writeFileSync(SAFE, JSON.stringify([...safe]));
  return slow;
}

async function verdictOn(expression: string): Promise<string | undefined> {
  const end = expression.lastIndexOf('/');
  const found = await check(expression.slice(1, end), expression.slice(end + 1), LIMITS);
  if (found.status === 'safe') return undefined;
  if (found.status === 'vulnerable') return `${found.complexity.summary} ${found.attack.pattern}`;
  return `not judged: ${found.error.kind}`;
}

function readSafe(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(SAFE, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}
