import type { AspspProfile } from '@xs2a/contracts';
import { offeredAnswers } from './offered-answers.ts';
import { type Document, operationsOf, removeUnused } from './offered-document.ts';
import { offeredFields } from './offered-fields.ts';
import { offeredRequests } from './offered-requests.ts';
import { withTextForTypes } from './text-for-types.ts';

/**
 * Returns the OpenAPI document of this bank. The checked-in document covers everything that the service supports: anything that
 * this bank does not offer, accept or send is removed, and the types in answers follow its wire style.
 */
export function offeredOpenApi(published: object, profile: AspspProfile): object {
  const document = structuredClone(published) as Document;
  for (const rule of [...offeredRequests, ...offeredFields, ...offeredAnswers]) rule(document, profile);
  removeUnused(document);
  const tagged = new Set(operationsOf(document).flatMap(({ tags }) => tags as string[]));
  document.tags = document.tags.filter(({ name }) => tagged.has(name));
  return profile.wireStyle === 'text' ? withTextForTypes(document) : document;
}
