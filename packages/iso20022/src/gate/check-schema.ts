import { XmlDocument as LibxmlDocument, XmlValidateError } from 'libxml2-wasm';
import { buildElement } from '../xml/build-xml.ts';
import { stepOf, type XmlElement } from '../xml/xml-element.ts';
import { PARSE_SAFELY, validatorOf } from './schemas.ts';
import type { XmlDocument } from './stream-xml.ts';
import { XmlRefusal } from './xml-refusal.ts';

/**
 * Checks a message by the schema of its namespace; throws an {@link XmlRefusal} that names the first element that does
 * not fit. `xml` is built anew from the tree: of what was sent, only names, attributes and text reach libxml2.
 */
export function checkSchema({ namespace, root }: XmlDocument, xml = buildElement(root, namespace)): void {
  const validator = validatorOf(namespace);
  if (validator === undefined) {
    throw new XmlRefusal('is of no message that is known here', { path: `/${root.name}`, line: root.line });
  }
  using document = LibxmlDocument.fromString(xml, PARSE_SAFELY);
  try {
    validator.validate(document);
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    const [first] = error.details;
    const { path, line } = placeOf(root, first?.xpath ?? '');
    throw new XmlRefusal(inOwnWords(first?.message ?? ''), { path, line });
  }
}

/** The element that a path of positions means: a path of libxml2 such as `/*` + `/*[2]` counts among all siblings. */
function placeOf(root: XmlElement, xpath: string): { path: string; line: number } {
  let element = root;
  const steps = [stepOf(root)];
  for (const [, position = '1'] of xpath.slice(2).matchAll(/\/[^/[]+(?:\[(\d+)\])?/g)) {
    const next = element.children[Number(position) - 1];
    if (next === undefined) break;
    element = next;
    steps.push(stepOf(next));
  }
  return { path: `/${steps.join('/')}`, line: element.line };
}

// Each is read from where its last words begin: before them may stand a value, which is the sender's.
const TYPE = /^is not a valid value of the [a-z ]*type '(?:\{[^}]*\})?([\w:]+)'/;
const EXPECTED = /^Expected is(?: one of)? \( (.*) \)\./;

/** What is wrong, without the value that is wrong: it may be an account number. */
function inOwnWords(message: string): string {
  const expected = EXPECTED.exec(fromLast('Expected is', message))?.[1]?.replaceAll(/\{[^{}]*\}/g, '');
  if (message.includes('Missing child element')) return `lacks ${expected ?? 'an element'}`;
  if (message.includes('This element is not expected')) {
    return `is not expected here${expected === undefined ? '' : `, but ${expected}`}`;
  }
  const attribute = /The attribute '(\w+)' is (required but missing|not allowed)/.exec(message);
  if (attribute !== null) return `attribute ${attribute[1]} is ${attribute[2]}`;
  const facet = /\[facet '(\w+)'\]/.exec(message)?.[1];
  if (facet !== undefined) return `does not fit the ${facet} of its type`;
  const type = TYPE.exec(fromLast('is not a valid value of', message))?.[1];
  return type === undefined ? 'does not fit the schema' : `is no valid ${type}`;
}

function fromLast(words: string, message: string): string {
  return message.slice(Math.max(0, message.lastIndexOf(words)));
}
