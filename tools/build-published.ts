// Builds the published files that are not checked in: OpenAPI 3.0, the request collections, the status diagrams.
import { fileURLToPath } from 'node:url';
import { openApiDocument } from './gen/openapi/document.ts';
import { writePublishedFiles } from './gen/published-files.ts';

writePublishedFiles(fileURLToPath(new URL('..', import.meta.url)), openApiDocument());
