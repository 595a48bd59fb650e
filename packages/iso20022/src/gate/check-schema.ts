import { XmlDocument as LibxmlDocument, XmlValidateError } from 'libxml2-wasm';
import { buildElement } from '../xml/build-xml.ts';
import { stepOf, type XmlElement } from '../xml/xml-element.ts';
import { PARSE_SAFELY } from './open-xml.ts';
import type { XmlDocument } from './read-xml.ts';
import { refuseMessage } from './schemas.ts';
import { validatorOf } from './validators.ts';
import { refuseXmlFaults, XML_FAULTS_MAX, type XmlFault, XmlRefusal } from './xml-refusal.ts';

/**
 * Validates a message against the schema of its namespace. Throws an {@link XmlRefusal} with the first elements that do not fit.
 * `xml` is rebuilt from the tree, so only names, attributes and text of the original reach libxml2.
 */
export function checkSchema({ namespace, root }: XmlDocument, xml = buildElement(root, namespace)): void {
  const validator = validatorOf(namespace);
  if (validator === undefined) refuseMessage({ element: root, namespace });
  // As bytes, because the library converts a string character by character.
  using document = LibxmlDocument.fromBuffer(new TextEncoder().encode(xml), PARSE_SAFELY);
  try {
    validator.validate(document);
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    refuseXmlFaults(faultsOf(root, error.details));
    throw new XmlRefusal('does not fit the schema', { path: `/${root.name}` });
  }
}

/** One fault per element: libxml2 reports a fault of a value for its facet and again for its type. */
function faultsOf(root: XmlElement, details: XmlValidateError['details']): XmlFault[] {
  const faults = new Map<string, XmlFault>();
  for (const { xpath = '', message } of details) {
    const { path, line } = placeOf(root, xpath);
    if (!faults.has(path)) faults.set(path, { reason: describeFault(message), path, line });
    if (faults.size >= XML_FAULTS_MAX) break;
  }
  return [...faults.values()];
}

/** Finds the element of a libxml2 path such as `/*` + `/*[2]`, which counts among all siblings. */
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

// Matched at the last words of a message, because a value of the sender may precede them.
const TYPE = /^is not a valid value of the [a-z ]*type '(?:\{[^}]*\})?([\w:]+)'/;
const EXPECTED = /^Expected is(?: one of)? \( (.*) \)\./;

/** Describes the values that the schema permits, from the last words of the message. */
const said = (words: string, permitted: RegExp, text: (permitted: string) => string) => (message: string) => {
  const found = permitted.exec(fromLast(words, message))?.[1];
  return found === undefined ? undefined : text(found);
};
const BIC = 'must be a BIC of 8 or 11 capitals and digits, such as ZABAHR2X';
/** Common patterns of ISO 20022, in words. */
const FORMS_OF_PATTERNS: ReadonlyMap<string, string> = new Map([
  ['[A-Z]{3,3}', 'must have a currency of three capitals in Ccy, such as EUR'],
  ['[A-Z]{2,2}', 'must be a country of two capitals, such as HR'],
  [
    '[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}',
    'must be an IBAN without blanks: country in capitals, two check digits, at most 30 letters and digits',
  ],
  ['[A-Z]{6,6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3,3}){0,1}', BIC],
  ['[A-Z0-9]{4,4}[A-Z]{2,2}[A-Z0-9]{2,2}([A-Z0-9]{3,3}){0,1}', BIC],
  ['[0-9]{1,15}', 'must be a whole number of at most 15 digits'],
]);
const FACETS: Readonly<Record<string, (message: string) => string | undefined>> = {
  maxLength: said('allowed maximum length', /of '(\d+)'/, (most) => `may have at most ${most} characters`),
  minLength: said('allowed minimum length', /of '(\d+)'/, (least) =>
    least === '1' ? 'must not be empty' : `must have at least ${least} characters`,
  ),
  pattern: said(
    'is not accepted by the pattern',
    /'(.+)'/,
    (form) => FORMS_OF_PATTERNS.get(form) ?? `must have the form of the pattern ${form}`,
  ),
  enumeration: said(
    'is not an element of the set',
    /\{([^{}]+)\}/,
    (set) => `must be one of ${set.replaceAll("'", '')}`,
  ),
  totalDigits: said('has more digits than', /'(\d+)'/, (most) => `may have at most ${most} digits`),
  fractionDigits: said(
    'has more fractional digits',
    /'(\d+)'/,
    (most) => `may have at most ${most} digits after the point`,
  ),
};

/** Types of ISO 20022 other than texts, by name, with a description of their values. */
const FORMS: readonly (readonly [type: RegExp, text: string])[] = [
  [/DateTime/, 'must be a time such as 2027-01-31T10:00:00'],
  [/Date/, 'must be a date YYYY-MM-DD that exists'],
  [/Amount|decimal|Number|Rate/i, 'must be a number such as 12.50, with a point'],
  [/Indicator|boolean/i, 'must be true or false'],
];

/** Describes the fault without the wrong value, which may be an account number. */
function describeFault(message: string): string {
  const expected = EXPECTED.exec(fromLast('Expected is', message))?.[1]?.replaceAll(/\{[^{}]*\}/g, '');
  if (message.includes('Missing child element'))
    return `lacks ${expected?.includes(',') ? `an element: one of ${expected}` : (expected ?? 'an element')}`;
  if (message.includes('This element is not expected')) {
    return `is not expected here${expected === undefined ? '' : `: ${describePosition(expected)}`}`;
  }
  if (message.includes('element-only')) return 'must have elements in it, and no text';
  const attribute = /The attribute '(\w+)' is (required but missing|not allowed)/.exec(message);
  if (attribute !== null) {
    return attribute[2] === 'not allowed'
      ? `has the attribute ${attribute[1]}, which is not allowed`
      : `needs the attribute ${attribute[1]}`;
  }
  const facet = /\[facet '(\w+)'\]/.exec(message)?.[1];
  if (facet !== undefined) return FACETS[facet]?.(message) ?? `does not fit the ${facet} of its type`;
  const type = TYPE.exec(fromLast('is not a valid value of', message))?.[1];
  if (type === undefined) return 'does not fit the schema';
  return FORMS.find(([named]) => named.test(type))?.[1] ?? `is no valid ${type}`;
}

/** Describes an element that is misplaced, unknown, or preceded by a missing one. */
function describePosition(expected: string): string {
  return expected.includes(',')
    ? `at this place comes one of ${expected}, in the order of the schema`
    : `at this place comes ${expected}`;
}

function fromLast(words: string, message: string): string {
  return message.slice(Math.max(0, message.lastIndexOf(words)));
}
