import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AspspProfile, type Brand, type Palette, paletteOf, type Scheme } from '@xs2a/contracts';

/** A file for the pages, with the name under which it is served. */
export interface StyleFile {
  readonly type: string;
  readonly content: Buffer;
}

/** Appearance of the pages of this bank. */
export interface PageStyle {
  /** The bank's name, shown next to a logo that does not contain it. */
  readonly bankName: string;
  /** `base.css` (colours, fonts, header and footer, loaded before the pages' own rules), images and typeface. */
  readonly files: ReadonlyMap<string, StyleFile>;
  /** File names. A neutral page has no logo. */
  readonly logo?: { readonly light: string; readonly dark?: string; readonly hasName: boolean };
  readonly icon?: string;
  readonly hasTypeface: boolean;
  readonly brand?: Brand;
}

interface Given {
  readonly profile: Pick<AspspProfile, 'aspspName' | 'brand'>;
  /** The profile; brand files are in the same folder. */
  readonly profileFile: string;
  readonly isSandbox: boolean;
}

/** Policy for images: opened directly, they are inactive too. */
export const PICTURE_POLICY = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none';sandbox";

const TYPES: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', woff2: 'font/woff2' };

/** Returns the bank's own style; without one, that of the demo bank in the sandbox and a neutral one in production. */
export function pageStyle({ profile: { aspspName, brand }, profileFile, isSandbox }: Given): PageStyle {
  const base = readOwn('base.css');
  if (brand === undefined && isSandbox) {
    return {
      bankName: aspspName,
      files: new Map([
        ['base.css', css(base)],
        ['logo.svg', { type: 'image/svg+xml', content: readOwn('logo.svg') }],
      ]),
      logo: { light: 'logo.svg', hasName: false },
      icon: 'logo.svg',
      hasTypeface: false,
    };
  }
  const files = new Map([['base.css', css(Buffer.concat([base, Buffer.from(rulesOf(brand))]))]]);
  if (brand === undefined) return { bankName: aspspName, files, hasTypeface: false };
  const put = (as: string, name: string): string => {
    const ending = name.slice(name.lastIndexOf('.') + 1);
    const served = `${as}.${ending}`;
    files.set(served, { type: TYPES[ending] ?? '', content: readFileSync(join(dirname(profileFile), name)) });
    return served;
  };
  const { logo, typeface } = brand;
  if (typeface !== undefined) put('regular', typeface.regular);
  if (typeface?.bold !== undefined) put('bold', typeface.bold);
  const light = put('logo', logo.light);
  return {
    bankName: aspspName,
    files,
    logo: { light, ...(logo.dark !== undefined && { dark: put('logo-dark', logo.dark) }), hasName: logo.hasName },
    icon: logo.icon === undefined ? light : put('icon', logo.icon),
    hasTypeface: typeface !== undefined,
    brand,
  };
}

/** Replaces every colour and typeface of the demo bank. */
function rulesOf(brand: Brand | undefined): string {
  const { colours, typeface } = brand ?? {};
  // With a single weight, the browser creates the bold one.
  const faces = [
    ...(typeface === undefined ? [] : [face('regular', typeface.bold === undefined ? '400' : '100 500')]),
    ...(typeface?.bold === undefined ? [] : [face('bold', '501 900')]),
  ];
  const sans = typeface === undefined ? 'var(--system)' : 'Brand, var(--system)';
  return [
    '\n/* The bank */',
    ...faces,
    `:root { ${variables('light', colours?.light)} --sans: ${sans}; --serif: ${sans}; }`,
    `@media (prefers-color-scheme: dark) { :root { ${variables('dark', colours?.dark)} } }\n`,
  ].join('\n');
}

function face(file: string, weights: string): string {
  const url = `url("${file}.woff2") format("woff2")`;
  return `@font-face { font-family: Brand; src: ${url}; font-weight: ${weights}; font-display: swap; }`;
}

/** `accentStrong` becomes `--accent-strong`. */
function variables(scheme: Scheme, given: Readonly<Record<string, string | undefined>> = {}): string {
  const named = Object.fromEntries(
    Object.entries(given).filter(([, colour]) => colour !== undefined),
  ) as Partial<Palette>;
  const palette = paletteOf(scheme, named);
  const all = { ...palette, gold: palette.ink };
  return Object.entries(all)
    .map(([name, colour]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour};`)
    .join(' ');
}

function css(content: Buffer): StyleFile {
  return { type: 'text/css', content };
}

function readOwn(name: string): Buffer {
  return readFileSync(new URL(`../${name}`, import.meta.url));
}
