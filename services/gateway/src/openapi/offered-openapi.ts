import type { AspspProfile } from '@xs2a/contracts';
import { offeredAnswers } from './offered-answers.ts';
import { type Document, operationsOf, removeUnused } from './offered-document.ts';
import { offeredFields } from './offered-fields.ts';
import { offeredRequests } from './offered-requests.ts';
import { withTextForTypes } from './text-for-types.ts';

/**
 * The OpenAPI document of this bank. The checked-in document has everything that the service can do: what this bank does not
 * offer, take or send is removed, and the types of answers follow its wire style.
 */
export function offeredOpenApi(published: object, profile: AspspProfile): object {
  const document = structuredClone(published) as Document;
  for (const rule of [...offeredRequests, ...offeredFields, ...offeredAnswers]) rule(document, profile);
  removeUnused(document);
  const tagged = new Set(operationsOf(document).flatMap(({ tags }) => tags as string[]));
  document.tags = document.tags.filter(({ name }) => tagged.has(name));
  return profile.wireStyle === 'text' ? withTextForTypes(document) : document;
}
