import type { OpenApiDocument } from '../openapi/document.ts';
import { brunoCollection } from './bruno.ts';
import { collectedChapters } from './chapters.ts';
import { collectedJourneys } from './journeys.ts';
import { postmanCollection } from './postman.ts';

/** Variables that the reader sets: the address of the sandbox, and the PSU. The others are taken from answers. */
const VARIABLES = { xs2a: 'http://localhost:8080', portal: 'http://localhost:8090', psuId: 'psu-private' };

/** Returns the published interface as collections for API clients, by path. */
export function collections(folder: string, document: OpenApiDocument): Record<string, string> {
  const requests = [...collectedJourneys(), ...collectedChapters(document)];
  const bruno = Object.entries(brunoCollection(requests, VARIABLES));
  return {
    [`${folder}/xs2a.postman_collection.json`]: `${JSON.stringify(postmanCollection(requests, VARIABLES), null, 1)}\n`,
    ...Object.fromEntries(bruno.map(([path, text]) => [`${folder}/bruno/${path}`, text])),
  };
}
