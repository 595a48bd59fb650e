import { type OpenApi, resolveReference } from './reference/open-api.ts';

/** Returns the indented example of the OpenAPI document for the success of an operation. */
export function exampleAnswer({ paths, components }: OpenApi, operationId: string): string | undefined {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (operation.operationId !== operationId) continue;
    for (const [status, response] of Object.entries(operation.responses)) {
      const { content } = resolveReference(response, components.responses);
      const example = Object.values(content?.['application/json']?.examples ?? {})[0];
      if (status.startsWith('2') && example !== undefined) return JSON.stringify(example.value, null, 2);
    }
  }
  return undefined;
}
