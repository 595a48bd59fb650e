import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type BuildOptions, build, type OnResolveResult, type Plugin, type ResolveResult } from 'esbuild';
import { ROOT } from '../programs.ts';
import { writePlaces } from './write-places.ts';

/** Sources of this repository, even if deployed into an image. */
const OUR_SOURCE = /\.ts$/;
const TYPESCRIPT = { compilerOptions: { experimentalDecorators: true, verbatimModuleSyntax: true } };
/** The address of a file, alone or where it starts a thread beside it. */
const PLACE = /threadFile\(import\.meta\.url, '([\w-]+)'\)|import\.meta\.url/g;
/** Kept outside the bundle: they look for files beside their own, or must be loaded before everything else. */
const APART = /^(?:reflect-metadata|pino|libxml2-wasm|oidc-provider|pdfkit)(?:\/|$)/;
/** Modules that Nest loads on use: not installed, or only in the image of another service. */
const OPTIONAL =
  /^(?:@nestjs\/(?:platform-express|websockets)|amqp-connection-manager|class-transformer|class-validator|ioredis|kafkajs|mqtt)(?:\/|$)/;
/** CommonJS libraries load Node modules with `require`, which an ES module lacks. */
const REQUIRE =
  "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);";

/**
 * Bundles `src/main.ts` of a folder, with the libraries it is started with, into few files beside it: `bundle/main.js`, and one
 * for each thread (decision 44). Paths that a source derives from its own location remain those of the source.
 */
export async function bundleFolder(folder: string): Promise<void> {
  const dir = join(folder, 'bundle');
  rmSync(dir, { recursive: true, force: true });
  // Each thread adds those that it starts itself.
  const entries = new Set([join(folder, 'src', 'main.ts')]);
  for (const entry of entries) await build(options(entry, dir, entries));
  writePlaces(dir);
}

/** Returns the text of the bundle of a folder, including its threads, and the paths of the sources of which it has a statement. */
export async function readBundle(folder: string): Promise<{ modules: string[]; text: string }> {
  const dir = join(folder, 'bundle');
  const entries = new Set([join(folder, 'src', 'main.ts')]);
  const modules: string[] = [];
  const texts: string[] = [];
  for (const entry of entries) {
    const { metafile, outputFiles } = await build({ ...options(entry, dir, entries), write: false, metafile: true });
    for (const { inputs } of Object.values(metafile.outputs)) {
      modules.push(...Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0));
    }
    texts.push(...outputFiles.filter(({ path }) => path.endsWith('.js')).map(({ text }) => text));
  }
  return { modules, text: texts.join('\n') };
}

/** Only white space is removed, and modules that nothing imports: no statements of functions, and no names. */
function options(input: string, dir: string, entries: Set<string>) {
  return {
    absWorkingDir: ROOT,
    entryPoints: [input],
    outdir: dir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    tsconfigRaw: TYPESCRIPT,
    minifyWhitespace: true,
    sourcemap: 'external',
    sourcesContent: false,
    // V8 keeps the source, and one letter beyond Latin-1 makes it two bytes a character.
    charset: 'ascii',
    legalComments: 'none',
    banner: { js: REQUIRE },
    logLevel: 'error',
    plugins: [keepLocations(dir, entries), externalLibraries(dir), omittedLibraries()],
  } satisfies BuildOptions;
}

/** Keeps the location of sources, so that they find their pages and the log names them. Their threads are bundled, too. */
function keepLocations(dir: string, entries: Set<string>): Plugin {
  const load = ({ path }: { path: string }) => {
    const own = `new URL(${JSON.stringify(pathInBundle(dir, path))}, import.meta.url).href`;
    const contents = readFileSync(path, 'utf8').replaceAll(PLACE, (_, thread?: string) => {
      if (thread === undefined) return own;
      entries.add(join(dirname(path), `${thread}.ts`));
      return `new URL("./${thread}.js", import.meta.url)`;
    });
    return { contents, loader: 'ts' as const };
  };
  return { name: 'in-its-place', setup: (bundle) => bundle.onLoad({ filter: OUR_SOURCE }, load) };
}

/** Returns a path in the folder of a bundle. */
function pathInBundle(dir: string, path: string): string {
  const from = relative(dir, path).split(sep).join('/');
  return from.startsWith('.') ? from : `./${from}`;
}

/** Leaves libraries to be imported from their own location. */
function externalLibraries(dir: string): Plugin {
  return resolving('left-apart', APART, ({ path, errors }) => ({
    path: pathInBundle(dir, path),
    external: true,
    errors,
  }));
}

/** Leaves out libraries that are loaded on demand and not installed. */
function omittedLibraries(): Plugin {
  return resolving('left-out', OPTIONAL, (found, path) => (found.errors.length > 0 ? { path, external: true } : found));
}

/** esbuild calls a plugin in another process, so it is limited to the names it needs: there are 1,500 imports. */
function resolving(
  name: string,
  filter: RegExp,
  answer: (found: ResolveResult, path: string) => OnResolveResult,
): Plugin {
  return {
    name,
    setup(bundle) {
      bundle.onResolve({ filter }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === name) return undefined;
        return answer(await bundle.resolve(path, { importer, resolveDir, kind, pluginData: name }), path);
      });
    },
  };
}
