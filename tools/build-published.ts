// Builds what the gateway publishes and is not checked in: OpenAPI 3.0, the collections, the diagrams of statuses.
import { fileURLToPath } from 'node:url';
import { openApiDocument } from './gen/openapi/document.ts';
import { writePublishedFiles } from './gen/published-files.ts';

writePublishedFiles(fileURLToPath(new URL('..', import.meta.url)), openApiDocument());
