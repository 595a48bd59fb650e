import { readFileSync } from 'node:fs';

/** Colours, fonts, masthead and footer: the first style sheet of every page. The pages' own rules come after it. */
export function readBaseStyle(): Buffer {
  return readFileSync(new URL('../base.css', import.meta.url));
}

/** SVG. */
export function readLogo(): Buffer {
  return readFileSync(new URL('../logo.svg', import.meta.url));
}
