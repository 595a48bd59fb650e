/** All that loads libxml2, apart from the rest: a service reads messages in threads, and needs it nowhere else (docs/performance.md). */

export { checkSchema } from './check-schema.ts';
export { openXml, refuseForeign } from './open-xml.ts';
export { readParts } from './read-parts.ts';
export { readXml } from './read-xml.ts';
export { replaceTexts } from './replace-texts.ts';
