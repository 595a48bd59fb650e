import { XmlText } from 'libxml2-wasm';
import { openXml } from './open-xml.ts';
import type { XmlLimits } from './xml-limits.ts';

/**
 * Rewrites the texts of a message. Tags, attributes, comments, and white space between tags stay the same. `replace` gets a text
 * without surrounding white space. The elements of `except` stay the same.
 */
export function replaceTexts(
  bytes: Uint8Array,
  replace: (text: string) => string,
  { except, limits }: { except: ReadonlySet<string>; limits?: XmlLimits },
): string {
  using document = openXml(bytes, limits);
  const kept = Array.from(except, (name) => `ancestor::*[local-name() = '${name}']`).join(' or ');
  for (const node of document.find(`//text()[normalize-space() and not(${kept})]`)) {
    if (!(node instanceof XmlText)) continue;
    const text = node.content.trim();
    const other = replace(text);
    if (other !== text) node.content = other;
  }
  return document.toString({ format: false });
}
