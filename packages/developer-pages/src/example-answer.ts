interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

/** As much of an OpenAPI document as the pages use. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The example that the OpenAPI document gives for the success of an operation, indented. */
export function exampleAnswer({ paths }: OpenApi, operationId: string): string | undefined {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (operation.operationId !== operationId) continue;
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const example = Object.values(content?.['application/json']?.examples ?? {})[0];
      if (status.startsWith('2') && example !== undefined) return JSON.stringify(example.value, null, 2);
    }
  }
  return undefined;
}
