import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { writePlaces } from './write-places.ts';

/** A file's own place, alone or where it starts a thread that lies beside it. */
const PLACE = /threadFile\(import\.meta\.url, '([\w-]+)'\)|import\.meta\.url/g;
/** Left where they are: they look for files beside their own, or must be there before everything else. */
const APART = /^(?:reflect-metadata|pino|libxml2-wasm|oidc-provider|pdfkit)(?:\/|$)/;

/**
 * Writes a service that was built into `folder`, with the libraries that it is started with, into few files beside: `bundle/main.js`,
 * and one for each thread (decisions 104 and 109). Paths that the service makes of its own place stay those of the files that it was built as.
 */
export async function bundleService(folder: string): Promise<void> {
  const dir = join(folder, 'bundle');
  rmSync(dir, { recursive: true, force: true });
  // Each thread adds those that it starts itself.
  const entries = new Set([join(folder, 'dist', 'main.js')]);
  for (const entry of entries) await write(entry, dir, entries);
  writePlaces(dir);
}

async function write(input: string, dir: string, entries: Set<string>): Promise<void> {
  await using bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [inItsPlace(dir, entries), leftApart(dir)],
    checks: { pluginTimings: false },
    // Parts of libraries that are not installed, since nobody uses them.
    onLog: (level, log, pass) => {
      if (log.code !== 'UNRESOLVED_IMPORT') pass(level, log);
    },
  });
  // Names stay: Nest finds what it injects by them, and stacks tell them.
  const minify = { compress: false, mangle: false, codegen: true };
  // V8 keeps the source, and one letter beyond Latin-1 makes it two bytes a character.
  await bundle.write({ dir, format: 'esm', sourcemap: true, minify, charset: 'ascii' });
}

/** Files of this repository find their pages beside themselves, and say what they were built of. Their threads are bundled, too. */
function inItsPlace(dir: string, entries: Set<string>): Plugin {
  return {
    name: 'in-its-place',
    load: {
      filter: { id: /\.js$/ },
      handler(id) {
        if (!isOurs(id)) return null;
        const own = `new URL(${JSON.stringify(inBundle(dir, id))}, import.meta.url).href`;
        const code = readFileSync(id, 'utf8').replaceAll(PLACE, (_, thread?: string) => {
          if (thread === undefined) return own;
          entries.add(join(dirname(id), `${thread}.js`));
          return `new URL("./${thread}.js", import.meta.url)`;
        });
        const map = `${id}.map`;
        return existsSync(map) ? { code, map: readFileSync(map, 'utf8') } : { code };
      },
    },
  };
}

/** Built files of a service or package, also where they were copied into an image. */
function isOurs(id: string): boolean {
  const [place = id, ...libraries] = id.split('/node_modules/').toReversed();
  return place.includes('/dist/') && (libraries.length === 0 || place.startsWith('@xs2a/'));
}

/** All files of a bundle lie in its folder. */
function inBundle(dir: string, path: string): string {
  const from = relative(dir, path).split(sep).join('/');
  return from.startsWith('.') ? from : `./${from}`;
}

function leftApart(dir: string): Plugin {
  return {
    name: 'left-apart',
    resolveId: {
      filter: { id: APART },
      async handler(id, importer) {
        const found = await this.resolve(id, importer, { skipSelf: true });
        return found && { id: inBundle(dir, found.id), external: true };
      },
    },
  };
}
