import type { OperationId, Shapes } from './generated/operations.ts';

/** The successful answer of an operation. */
export interface Answer<Id extends OperationId = OperationId> {
  readonly operation: Id;
  readonly status: number;
  readonly headers: Headers;
  /** `X-Request-ID` of the request; quote it when you ask the bank about it. */
  readonly requestId: string;
  /** The JSON body; undefined where there is none, and where the answer is XML. */
  readonly body: Shapes[Id]['answer'];
  /** The body as text. */
  readonly text: string;
}

/** Options of any request. */
export interface Sent<Id extends OperationId = OperationId> {
  readonly headers?: Partial<Record<Shapes[Id]['headers'] | 'Accept', string>>;
  /** A UUID; generated if left out, and kept when the request is repeated. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

type Optional<Name extends string, Value> =
  Record<string, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : undefined extends Value
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value };

/** Options of a request along a link: everything but the path. */
export type LinkRequest<Id extends OperationId> = Sent<Id> &
  Optional<'query', Shapes[Id]['query']> &
  Optional<'body', Shapes[Id]['body']>;

/** Parameters of an operation. */
export type OperationRequest<Id extends OperationId> = LinkRequest<Id> & Optional<'path', Shapes[Id]['path']>;

/** The arguments of a method: none needed where every part may be left out. */
export type Arguments<Request> = Record<string, never> extends Request ? [request?: Request] : [request: Request];
