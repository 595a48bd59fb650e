import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AspspProfile, brandFiles } from '@xs2a/contracts';

interface Kind {
  readonly bytesMax: number;
  readonly begins?: Buffer;
}

const KIB = 1_024;
/** Permitted kinds of files, small enough for one ConfigMap with the profile, and for a phone. */
const KINDS: Readonly<Record<string, Kind>> = {
  svg: { bytesMax: 64 * KIB },
  png: { bytesMax: 64 * KIB, begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  woff2: { bytesMax: 200 * KIB, begins: Buffer.from('wOF2') },
};

/** Active content of SVG. It is refused, although pages show the file with `<img>`, which ignores it. */
const IN_SVG: readonly (readonly [RegExp, string])[] = [
  [/<!(?:DOCTYPE|ENTITY)/i, 'declares a document type or entities'],
  [/<\?(?!xml\s)/i, 'has a processing instruction'],
  [/<(?:[\w.-]+:)?(?:script|handler|listener)\b/i, 'has a script'],
  [/<(?:[\w.-]+:)?(?:foreignObject|iframe|embed|object|audio|video)\b/i, 'embeds what is no picture'],
  [/[\s"'/]on[a-z]+\s*=/i, 'has an event handler'],
  [
    /href\s*=\s*(?:"(?!#|data:image\/(?:png|jpeg);)|'(?!#|data:image\/(?:png|jpeg);)|[^"'\s])/i,
    'refers to another address',
  ],
  [/url\(\s*(?!["']?#)/i, 'refers to another address'],
  [/@import/i, 'refers to another address'],
];

/** Returns all faults of the brand files, by setting. The files are in the folder of the profile. */
export function brandFileFaults(
  profileFile: string,
  { brand }: AspspProfile,
): { path: readonly string[]; message: string }[] {
  if (brand === undefined) return [];
  return brandFiles(brand).flatMap(({ path, name }) => {
    const message = faultOf(join(dirname(profileFile), name), name);
    return message === undefined ? [] : [{ path, message }];
  });
}

function faultOf(file: string, name: string): string | undefined {
  const kind = KINDS[name.slice(name.lastIndexOf('.') + 1)];
  try {
    const { size } = statSync(file);
    if (kind === undefined) return `${name} has no known ending`;
    if (size > kind.bytesMax) return `${name} has ${size} bytes; at most ${kind.bytesMax} are served`;
    const content = readFileSync(file);
    if (kind.begins !== undefined) {
      return content.subarray(0, kind.begins.length).equals(kind.begins)
        ? undefined
        : `${name} is not what its ending says`;
    }
    return faultOfSvg(content, name);
  } catch (error) {
    return `${name} cannot be read beside the profile (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`;
  }
}

function faultOfSvg(content: Buffer, name: string): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return `${name} is not UTF-8`;
  }
  const bad = IN_SVG.find(([pattern]) => pattern.test(text));
  if (bad !== undefined) return `${name} ${bad[1]}; a logo is only a picture`;
  return beginsAsSvg(text) ? undefined : `${name} is not what its ending says`;
}

/** Ignores the XML declaration and comments. */
function beginsAsSvg(text: string): boolean {
  let rest = text.trimStart();
  while (rest.startsWith('<?xml ') || rest.startsWith('<!--')) {
    const end = rest.startsWith('<?') ? '?>' : '-->';
    const at = rest.indexOf(end);
    if (at < 0) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
  return /^<svg[\s>]/.test(rest);
}
