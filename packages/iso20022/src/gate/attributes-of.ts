import type { SaxesTagNS } from 'saxes';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** Says where a schema may be found: read by nobody, because schemas come from this package alone. */
const SCHEMA_HINTS = ['schemaLocation', 'noNamespaceSchemaLocation'];
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** The attributes of a tag, without declarations of namespaces and hints at schemas. */
export function attributesOf(
  { attributes }: SaxesTagNS,
  { allowsForeign, refuse }: { allowsForeign: boolean; refuse: (reason: string) => never },
): ReadonlyMap<string, string> {
  let kept: Map<string, string> | undefined;
  for (const { prefix, local, uri, value } of Object.values(attributes)) {
    if (prefix === 'xmlns' || (prefix === '' && local === 'xmlns')) continue;
    if (uri === XSI && SCHEMA_HINTS.includes(local)) continue;
    const isForeign = prefix !== '';
    if (isForeign && !allowsForeign) refuse(`has an attribute of another namespace, ${prefix}:${local}`);
    kept ??= new Map();
    kept.set(isForeign ? `${prefix}:${local}` : local, value);
  }
  return kept ?? NO_ATTRIBUTES;
}
