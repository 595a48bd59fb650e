import type { OperationId } from './generated/operations.ts';
import type { Problem, RemedyLinks, TppMessages } from './generated/schemas.ts';

/** An error answer of the bank. `code` is a Berlin Group message code; some statuses have neither code nor body. */
export class Xs2aRefusal extends Error {
  readonly operation: OperationId;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string;
  readonly code: string | undefined;
  /** The header, field or parameter that caused the error. */
  readonly path: string | undefined;
  /** Text for the developer. */
  readonly text: string | undefined;
  /** Links to the next steps, if there are any. */
  readonly body: { readonly _links?: RemedyLinks };

  constructor(operation: OperationId, response: Response, requestId: string, text: string) {
    const details = read(response, text);
    super([operation, response.status, details.code, details.path].filter((part) => part !== undefined).join(' '));
    this.name = 'Xs2aRefusal';
    this.operation = operation;
    this.status = response.status;
    this.headers = response.headers;
    this.requestId = requestId;
    this.code = details.code;
    this.path = details.path;
    this.text = details.text;
    this.body = details.links === undefined ? {} : { _links: details.links };
  }
}

interface ErrorDetails {
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly links?: RemedyLinks | undefined;
}

/** Reads both forms of the standard: `tppMessages` and RFC 7807. A proxy may answer with neither. */
function read(response: Response, text: string): ErrorDetails {
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
