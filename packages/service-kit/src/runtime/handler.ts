import type { Operation, ReplyOf, RequestOf } from '@xs2a/contracts';

/** Binds an operation of the bus to its use case. */
export interface Handler<Context> {
  readonly operation: Operation;
  readonly run: (context: Context, request: never) => unknown;
}

/** A use case gets the service's context and the parsed request, and returns the reply or throws an `Xs2aError`. */
export function handler<Served extends Operation, Context>(
  operation: Served,
  run: (context: Context, request: RequestOf<Served>) => ReplyOf<Served> | Promise<ReplyOf<Served>>,
): Handler<Context> {
  return { operation, run };
}

/** Periodic work that one replica at a time does. The name is the id of its lease. */
export interface Job<Context> {
  readonly name: string;
  readonly everyMs: number;
  /** A longer interval, for while this process knows of no work: it then only finds what another replica left behind. */
  readonly idle?: { readonly everyMs: number; readonly is: (context: Context) => boolean };
  /** Depends on time: it runs in every part of the work, if the work is divided ({@link matchScope}). */
  readonly inEachScope?: true;
  readonly run: (context: Context) => Promise<unknown>;
}
