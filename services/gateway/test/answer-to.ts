import type { Operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { connectAsAnyService, standIn } from '@xs2a/test-kit';

/** Replaces the service of an operation with a fixed answer within its contract, and records the requests. */
export async function answerTo<O extends Operation>(
  natsUrl: string,
  operation: O,
  answer: (request: RequestOf<O>) => ReplyOf<O> | Promise<ReplyOf<O>>,
): Promise<AsyncDisposable & { readonly asked: RequestOf<O>[] }> {
  const bus = await connectAsAnyService(natsUrl, 'stand-in');
  const asked: RequestOf<O>[] = [];
  standIn(bus, operation, (request) => {
    asked.push(request);
    return answer(request);
  });
  await bus.connection.flush();
  return { asked, [Symbol.asyncDispose]: () => bus.close() };
}
