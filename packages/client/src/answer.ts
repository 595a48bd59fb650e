import type { OperationId, Shapes } from './generated/operations.ts';

/** Successful answer of an operation. */
export interface Answer<Id extends OperationId = OperationId> {
  readonly operation: Id;
  readonly status: number;
  readonly headers: Headers;
  /** `X-Request-ID` of the request; quote it when you contact the bank. */
  readonly requestId: string;
  /** The JSON body; undefined if there is none, or if the answer is XML. */
  readonly body: Shapes[Id]['answer'];
  /** The body as text. */
  readonly text: string;
}

/** Options of any request. */
export interface Sent<Id extends OperationId = OperationId> {
  readonly headers?: Partial<Record<Shapes[Id]['headers'] | 'Accept', string>>;
  /** A UUID; default: a generated one. It is kept when the request is repeated. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

type Optional<Name extends string, Value> =
  Record<string, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : undefined extends Value
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value };

/** Options of a request to a link: everything except the path. */
export type LinkRequest<Id extends OperationId> = Sent<Id> &
  Optional<'query', Shapes[Id]['query']> &
  Optional<'body', Shapes[Id]['body']>;

/** Parameters of an operation. */
export type OperationRequest<Id extends OperationId> = LinkRequest<Id> & Optional<'path', Shapes[Id]['path']>;

/** Arguments of a method; optional if every part may be omitted. */
export type Arguments<Request> = Record<string, never> extends Request ? [request?: Request] : [request: Request];
