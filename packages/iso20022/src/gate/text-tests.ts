import type { XmlElement } from '../xml/xml-element.ts';

/** Whether a text surely fits a type. One that does not pass may fit all the same. */
export type TextTest = (text: string) => boolean;

const DAY =
  /^[1-9][0-9]{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))$/;
const TIME = /^T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9])?$/;
const DAY_CHARACTERS = 10;

/** The simple types of XML Schema that ISO 20022 begins with, in their commonest form: no blanks, no sign, no leap day. */
const BASES: Readonly<Record<string, TextTest>> = {
  'xs:string': () => true,
  'xs:boolean': (text) => text === 'true' || text === 'false',
  'xs:decimal': (text) => /^[0-9]+(?:\.[0-9]+)?$/.test(text),
  'xs:date': (text) => DAY.test(text),
  'xs:dateTime': (text) => DAY.test(text.slice(0, DAY_CHARACTERS)) && TIME.test(text.slice(DAY_CHARACTERS)),
};

/** The patterns of ISO 20022. Another one is left to the schema. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  '[0-9]{1,15}': /^[0-9]{1,15}$/,
  '[A-Z]{2,2}': /^[A-Z]{2}$/,
  '[A-Z]{3,3}': /^[A-Z]{3}$/,
  '[a-zA-Z0-9]{4}': /^[a-zA-Z0-9]{4}$/,
  '[A-Z0-9]{18,18}[0-9]{2,2}': /^[A-Z0-9]{18}[0-9]{2}$/,
  '[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}': /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  '[A-Z]{6,6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3,3}){0,1}': /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/,
  '[A-Z0-9]{4,4}[A-Z]{2,2}[A-Z0-9]{2,2}([A-Z0-9]{3,3}){0,1}': /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  '\\+[0-9]{1,3}-[0-9()+\\-]{1,30}': /^\+[0-9]{1,3}-[0-9()+-]{1,30}$/,
};

/** How the facets of a restriction narrow it (XML Schema 1.0, part 2, section 4.3). */
const FACETS: Readonly<Record<string, (value: string) => TextTest | undefined>> = {
  maxLength: (value) => (text) => text.length <= Number(value),
  // A character may be two code units, of which one counts.
  minLength: (value) => (value === '1' ? (text) => text !== '' : undefined),
  minInclusive: (value) => (value === '0' ? () => true : undefined),
  totalDigits: (value) => (text) => text.length - (text.includes('.') ? 1 : 0) <= Number(value),
  fractionDigits: (value) => (text) => !text.includes('.') || text.length - text.indexOf('.') - 1 <= Number(value),
  pattern: (value) => {
    const pattern = PATTERNS[value];
    return pattern && ((text) => pattern.test(text));
  },
};

/** The test for a `simpleType` of a schema; undefined where it is not understood. */
export function textTestOf({ children }: XmlElement): TextTest | undefined {
  const [restriction, ...others] = children;
  if (restriction?.name !== 'restriction' || others.length > 0) return undefined;
  const base = BASES[restriction.attributes.get('base') ?? ''];
  const values = restriction.children.filter(({ name }) => name === 'enumeration').map(valueOf);
  const tests = restriction.children.flatMap((facet) =>
    facet.name === 'enumeration' ? [] : [FACETS[facet.name]?.(valueOf(facet))],
  );
  if (base === undefined || !tests.every((test) => test !== undefined)) return undefined;
  const permitted = new Set(values);
  if (permitted.size > 0) tests.push((text) => permitted.has(text));
  return (text) => base(text) && tests.every((test) => test(text));
}

function valueOf({ attributes }: XmlElement): string {
  return attributes.get('value') ?? '';
}
