import { ParseOption, XmlAttribute, XmlDocument, XmlElement, XmlParseError } from 'libxml2-wasm';
import { refuseMalformed } from './well-formedness.ts';
import { XML_LIMITS, type XmlLimits } from './xml-limits.ts';
import { XmlRefusal } from './xml-refusal.ts';

/** Loads nothing from elsewhere; CDATA is text, and lines beyond 65,535 are counted. */
export const PARSE_SAFELY = {
  option:
    ParseOption.XML_PARSE_NONET |
    ParseOption.XML_PARSE_NO_XXE |
    ParseOption.XML_PARSE_NO_SYS_CATALOG |
    ParseOption.XML_PARSE_NOCDATA |
    ParseOption.XML_PARSE_BIG_LINES,
};

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** Locations of schemas. Ignored, because schemas only come from this package. */
const SCHEMA_HINTS = ['schemaLocation', 'noNamespaceSchemaLocation'];
/** `<`, the `/` after it, and `>`. */
const TAG = 0x3c;
const END_TAG = 0x2f;
const TAG_END = 0x3e;

/**
 * Opens XML 1.0 in UTF-8. Refuses a document type, and so all entities except the five of XML, and other encodings; ignores
 * schemas from elsewhere. Opens no file and no socket. The result must be disposed of.
 */
export function openXml(bytes: Uint8Array, limits: XmlLimits = XML_LIMITS): XmlDocument {
  checkSize(bytes, limits);
  const text = decode(bytes);
  const document = parse(bytes, text);
  try {
    if (document.dtd !== null) refuseDocumentType();
    if (document.version !== '1.0') throw new XmlRefusal('is not XML 1.0');
    // Without a declaration it is UTF-8, because the bytes are.
    if ((document.encoding ?? 'UTF-8').toUpperCase() !== 'UTF-8') {
      throw new XmlRefusal('is not in UTF-8: its declaration names another encoding');
    }
    return document;
  } catch (error) {
    document.dispose();
    throw error;
  }
}

/** Elements outside the namespace of the message; supplementary data may contain any. */
const FOREIGN = "//*[namespace-uri() != namespace-uri(/*) and not(ancestor::*[local-name() = 'SplmtryData'])]";

/** Removes schema locations, and refuses everything else outside the namespace of the message. */
export function refuseForeign({ root }: XmlDocument): void {
  const element = root.get(FOREIGN);
  if (element instanceof XmlElement) {
    const place = { path: pathOf(element), line: element.line };
    throw new XmlRefusal('is not expected here: it is of another namespace', place);
  }
  for (const attribute of root.find("//@*[namespace-uri() != '']")) {
    if (!(attribute instanceof XmlAttribute)) continue;
    const { name, namespaceUri, prefix, parent, line } = attribute;
    if (namespaceUri === XSI && SCHEMA_HINTS.includes(name)) attribute.remove();
    else {
      const place = { path: parent === null ? undefined : pathOf(parent), line };
      throw new XmlRefusal(`has an attribute of another namespace, ${prefix}:${name}`, place);
    }
  }
}

/** Path of an element, such as `/Document/BkToCstmrStmt/Stmt/Ntry[3]`. */
function pathOf(element: XmlElement): string {
  let path = '';
  for (let one: XmlElement | null = element; one !== null; one = one.parent) {
    const before = one.eval(`count(preceding-sibling::*[local-name() = '${one.name}'])`);
    path = `/${one.name}${before === 0 ? '' : `[${Number(before) + 1}]`}${path}`;
  }
  return path;
}

function parse(bytes: Uint8Array, text: string): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, PARSE_SAFELY);
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    if (text.includes('<!DOCTYPE')) refuseDocumentType();
    return refuseMalformed(error.details, text);
  }
}

function refuseDocumentType(): never {
  throw new XmlRefusal('has a document type declaration, which is not allowed');
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlRefusal('is not in UTF-8');
  }
}

/** Checked before building a tree, which takes more memory than the bytes. Comments count as elements. */
function checkSize(bytes: Uint8Array, { bytesMax, elementsMax, tokenBytesMax }: XmlLimits): void {
  if (bytes.length > bytesMax) throw new XmlRefusal(`has more than ${bytesMax} bytes`);
  let elements = 0;
  let token = 0;
  for (let at = 0; at < bytes.length; at++) {
    token++;
    if (bytes[at] === TAG && bytes[at + 1] !== END_TAG) elements++;
    if (bytes[at] === TAG || bytes[at] === TAG_END) token = 0;
    if (token > tokenBytesMax) throw new XmlRefusal(`has a tag or text of more than ${tokenBytesMax} bytes`);
  }
  if (elements > elementsMax) throw new XmlRefusal(`has more than ${elementsMax} elements`);
}
