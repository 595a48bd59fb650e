import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { writePlaces } from './write-places.ts';

/** Left where they are: they look for files beside their own, or must be there before everything else. */
const APART = /^(?:reflect-metadata|pino|libxml2-wasm|oidc-provider|pdfkit)(?:\/|$)/;

/**
 * Writes a service that was built into `folder`, with the libraries that it is started with, into few files beside: `bundle/main.js`
 * (decision 104). Paths that the service makes of its own place stay those of the files that it was built as.
 */
export async function bundleService(folder: string): Promise<void> {
  const dir = join(folder, 'bundle');
  rmSync(dir, { recursive: true, force: true });
  await using bundle = await rolldown({
    input: join(folder, 'dist', 'main.js'),
    platform: 'node',
    plugins: [inItsPlace(dir), leftApart()],
    checks: { pluginTimings: false },
    // Parts of libraries that are not installed, since nobody uses them.
    onLog: (level, log, pass) => {
      if (log.code !== 'UNRESOLVED_IMPORT') pass(level, log);
    },
  });
  // Names stay: Nest finds what it injects by them, and stacks tell them.
  const minify = { compress: false, mangle: false, codegen: true };
  await bundle.write({ dir, format: 'esm', sourcemap: true, minify });
  writePlaces(dir);
}

/** Files of this repository find their pages and threads beside themselves, and say what they were built of. */
function inItsPlace(dir: string): Plugin {
  return {
    name: 'in-its-place',
    load: {
      filter: { id: /\.js$/ },
      handler(id) {
        if (!isOurs(id)) return null;
        const own = `new URL(${JSON.stringify(relative(dir, id).split(sep).join('/'))}, import.meta.url).href`;
        const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', own);
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

function leftApart(): Plugin {
  return {
    name: 'left-apart',
    resolveId: {
      filter: { id: APART },
      async handler(id, importer) {
        const found = await this.resolve(id, importer, { skipSelf: true });
        return found && { id: found.id, external: 'relative' };
      },
    },
  };
}
