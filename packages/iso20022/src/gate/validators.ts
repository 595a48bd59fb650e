import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { PARSE_SAFELY } from './open-xml.ts';
import { schemaOf } from './schemas.ts';

const validators = new Map<string, XsdValidator>();

/** Returns the compiled schema of a namespace. Cached, because compiling takes about 50 ms. */
export function validatorOf(namespace: string): XsdValidator | undefined {
  const known = validators.get(namespace);
  if (known !== undefined) return known;
  const schema = schemaOf(namespace);
  if (schema === undefined) return undefined;
  using document = XmlDocument.fromString(schema, PARSE_SAFELY);
  const made = XsdValidator.fromDoc(document);
  validators.set(namespace, made);
  return made;
}
