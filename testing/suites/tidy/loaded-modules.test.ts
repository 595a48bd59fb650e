import { type Expression, parseSync, type Statement } from 'oxc-parser';
import { expect, it } from 'vitest';
import { packageOf } from '../../../tools/check/import-graph.ts';
import { sources, text, texts } from './sources.ts';

const DECLARES = /^(Import|Export|Function|Class|Variable|TS)/;

/** Packages whose unused modules are left out of a bundle. */
const shaken = texts
  .filter((path) => path === `${packageOf(path)}/package.json`)
  .filter((path) => (JSON.parse(text(path)) as { sideEffects?: unknown }).sideEffects === false)
  .map(packageOf);

/** Returns the side effects of loading a module, which are lost if the module is left out. */
function sideEffectsOf(path: string): string[] {
  const source = text(path);
  const { program } = parseSync(path, source);
  const declared = new Set(program.body.flatMap(namesOf));
  return program.body
    .filter((statement) => {
      if (statement.type === 'ImportDeclaration') {
        return statement.specifiers.length === 0 && statement.source.value.startsWith('.');
      }
      return !DECLARES.test(statement.type) && !decoratesOwn(statement, declared);
    })
    .map(({ start, end }) => `${path} ${source.slice(start, end).split('\n')[0]}`);
}

function namesOf(statement: Statement): string[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'ClassDeclaration' || declaration.id == null) return [];
  return [declaration.id.name];
}

/** `Decorator(…)(Own)` or `Decorator(…)(Own.prototype, …)`: using the class loads the module. */
function decoratesOwn(statement: Statement, declared: ReadonlySet<string>): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return false;
  const [target] = statement.expression.arguments;
  if (statement.expression.callee.type !== 'CallExpression' || target === undefined) return false;
  const decorated = target.type === 'MemberExpression' ? target.object : (target as Expression);
  return decorated.type === 'Identifier' && declared.has(decorated.name);
}

it('a module that a bundle may leave out has no side effects on others when loaded (docs/performance.md)', () => {
  expect(shaken).toContain('packages/service-kit');
  const own = sources.filter((path) => shaken.includes(packageOf(path)));
  // A thread is an entry: it is loaded for its effects.
  expect(own.filter((path) => !path.endsWith('-thread.ts')).flatMap(sideEffectsOf)).toEqual([]);
});
