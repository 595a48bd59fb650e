/**
 * All modules that load libxml2. Kept separate, because a service reads messages in threads and does not need it elsewhere
 * (docs/performance.md).
 */

export { checkSchema } from './check-schema.ts';
export { openXml, refuseForeign } from './open-xml.ts';
export { readParts } from './read-parts.ts';
export { readXml } from './read-xml.ts';
export { replaceTexts } from './replace-texts.ts';
