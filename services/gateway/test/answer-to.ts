import type { Operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { Xs2aError } from '@xs2a/contracts';
import { Bus, refusalMessage } from '@xs2a/service-kit';

/** Replaces the service of an operation by a fixed answer within its contract, and records the requests. */
export async function answerTo<O extends Operation>(
  natsUrl: string,
  operation: O,
  answer: (request: RequestOf<O>) => ReplyOf<O>,
): Promise<AsyncDisposable & { readonly asked: RequestOf<O>[] }> {
  const bus = await Bus.connect(natsUrl, 'stand-in');
  const asked: RequestOf<O>[] = [];
  bus.connection.subscribe(operation.subject, {
    callback: (_, message) => {
      const request = operation.request.parse(message.json()) as RequestOf<O>;
      asked.push(request);
      try {
        message.respond(JSON.stringify(operation.reply.parse(answer(request))));
      } catch (error) {
        if (!(error instanceof Xs2aError)) throw error;
        const { headers, payload } = refusalMessage(error);
        message.respond(payload, { headers });
      }
    },
  });
  await bus.connection.flush();
  return { asked, [Symbol.asyncDispose]: () => bus.close() };
}
