import type { OperationId } from './generated/operations.ts';
import type { Problem, RemedyLinks, TppMessages } from './generated/schemas.ts';

/** The bank said no. `code` is a message code of the Berlin Group; some statuses have none, and no body. */
export class Xs2aRefusal extends Error {
  readonly operation: OperationId;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string;
  readonly code: string | undefined;
  /** The element that caused it: a header, a field, a parameter. */
  readonly path: string | undefined;
  /** For the developer. */
  readonly text: string | undefined;
  /** Links to what helps, where something does. */
  readonly body: { readonly _links?: RemedyLinks };

  constructor(operation: OperationId, response: Response, requestId: string, text: string) {
    const said = read(response, text);
    super([operation, response.status, said.code, said.path].filter((part) => part !== undefined).join(' '));
    this.name = 'Xs2aRefusal';
    this.operation = operation;
    this.status = response.status;
    this.headers = response.headers;
    this.requestId = requestId;
    this.code = said.code;
    this.path = said.path;
    this.text = said.text;
    this.body = said.links === undefined ? {} : { _links: said.links };
  }
}

interface Said {
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly links?: RemedyLinks | undefined;
}

/** Both forms of the standard: `tppMessages`, and RFC 7807. A proxy on the way may answer with neither. */
function read(response: Response, text: string): Said {
  const type = response.headers.get('content-type') ?? '';
  if (text === '' || !/\bjson\b/.test(type)) return {};
  const body = parsed(text);
  if (type.startsWith('application/problem+json')) {
    const { code, detail, _links } = body as Partial<Problem>;
    return { code, text: detail, links: _links };
  }
  const { tppMessages, _links } = body as Partial<TppMessages>;
  return { ...tppMessages?.[0], links: _links };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
