/** A recorded answer. */
export interface RecordedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

type Json = { [name: string]: unknown };
interface Response extends Json {
  readonly $ref?: string;
  readonly content?: Record<string, { readonly schema?: Json }>;
}
export interface Document {
  readonly paths: Record<
    string,
    Record<string, { readonly operationId?: string; readonly responses?: Record<string, Response> }>
  >;
  readonly components: { readonly schemas: Json; readonly responses?: Record<string, Response> };
}

/** A JSON answer, and its schema in the document. */
interface ReadableAnswer {
  readonly schema: string;
  readonly where: string;
  readonly body: unknown;
}

export interface Described {
  /** The document, with a schema for each kind of answer: an object whose `body` is the answer of the operation. */
  readonly document: Document;
  readonly answers: readonly ReadableAnswer[];
  /** Answers whose status or media type the document does not have. */
  readonly undescribed: readonly string[];
}

/**
 * Finds the description of each answer in the document. Each kind of answer gets a separate schema, so that the name of its class
 * is known whatever the generator names the others; the other schemas stay unchanged.
 */
export function describeAnswers(document: Document, recorded: readonly RecordedAnswer[]): Described {
  const copy = structuredClone(document);
  const names = new Map<string, string>();
  const undescribed = new Set<string>();
  const answers: ReadableAnswer[] = [];
  for (const { method, path, status, type, text } of recorded) {
    const route = routeOf(copy, method, path);
    if (route === undefined) continue;
    const where = `${method} ${route} ${status}`;
    const given = copy.paths[route]?.[method.toLowerCase()]?.responses?.[status];
    const response =
      given?.$ref === undefined ? given : copy.components.responses?.[given.$ref.split('/').at(-1) ?? ''];
    // For an error response without a body a client reads only the status, whichever it is.
    if (response === undefined && status >= 400 && text === '') continue;
    if (response === undefined) {
      undescribed.add(where);
      continue;
    }
    const [media = ''] = type.split(';');
    if (text === '' || !/\bjson$/.test(media)) continue;
    // The official file describes no body of 503 and the like: a client reads none.
    if (response.content === undefined && status >= 400) continue;
    const schema = response.content?.[media]?.schema;
    if (schema === undefined) {
      undescribed.add(`${where} ${media}`);
      continue;
    }
    const key = `${where} ${media}`;
    const name = names.get(key) ?? `ReadAnswer${names.size + 1}`;
    names.set(key, name);
    copy.components.schemas[name] ??= { type: 'object', required: ['body'], properties: { body: schema } };
    answers.push({ schema: name, where: `${method} ${path} ${status}`, body: JSON.parse(text) });
  }
  return { document: copy, answers, undescribed: [...undescribed].toSorted() };
}

/** Returns the matching path with the fewest parameters. */
function routeOf({ paths }: Document, method: string, path: string): string | undefined {
  const parametersOf = (route: string): number => route.split('{').length;
  const segments = path.split('/');
  return Object.keys(paths)
    .filter((route) => {
      const steps = route.split('/');
      const fits = (step: string, index: number): boolean => step.startsWith('{') || step === segments[index];
      return (
        paths[route]?.[method.toLowerCase()] !== undefined && steps.length === segments.length && steps.every(fits)
      );
    })
    .toSorted((one, other) => parametersOf(one) - parametersOf(other))[0];
}
