import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { transformSync } from 'esbuild';

const OPTIONS = {
  loader: 'ts',
  target: 'esnext',
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true, verbatimModuleSyntax: true } },
} as const;

/** From here on sources with Nest's decorators can be imported: Node strips types, and does not support decorators. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const source = readFileSync(new URL(url), 'utf8');
    return /^@\w/m.test(source)
      ? { format: 'module', source: transformSync(source, OPTIONS).code, shortCircuit: true }
      : next(url, context);
  },
});
