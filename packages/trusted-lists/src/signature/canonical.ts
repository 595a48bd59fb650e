import { XmlC14NMode, type XmlDocument, type XmlElement } from 'libxml2-wasm';
import { EXCLUSIVE_C14N } from './signature-algorithms.ts';

/**
 * Returns the signed form of an element or document, without comments, as given by a `Transform` or `CanonicalizationMethod`.
 * Default: Canonical XML 1.0 (XML Signature 1.1, 4.4.3.2).
 */
export function canonical(node: XmlDocument | XmlElement, method: XmlElement | undefined): string {
  if (method?.attr('Algorithm')?.value !== EXCLUSIVE_C14N)
    return node.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_0 });
  const prefixes = method.get('c14n:InclusiveNamespaces/@PrefixList', { c14n: EXCLUSIVE_C14N })?.content ?? '';
  const inclusiveNamespacePrefixes = prefixes.split(/\s+/).filter((prefix) => prefix !== '');
  return node.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0, inclusiveNamespacePrefixes });
}
