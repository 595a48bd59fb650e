import { parentPort } from 'node:worker_threads';
import { type XmlFault, XmlRefusal } from '../gate/xml-refusal.ts';

/** Reply of a thread. Errors cannot be transferred, so it contains their fields. */
export type ThreadReply<Result> =
  | { readonly result: Result }
  | { readonly refusal: XmlFault & { readonly others?: readonly XmlFault[] } };

/** The thread side of a WorkThread: processes each piece of work. Any error that is not a refusal ends the thread. */
export function serveThread<Work, Result>(work: (piece: Work) => Promise<Result>): void {
  parentPort?.on('message', (piece: Work) => {
    // An unhandled rejection is an error of the thread, which is reported to its owner.
    void replyTo(work, piece).then((reply) => parentPort?.postMessage(reply, []));
  });
}

async function replyTo<Work, Result>(
  work: (piece: Work) => Promise<Result>,
  piece: Work,
): Promise<ThreadReply<Result>> {
  try {
    return { result: await work(piece) };
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error;
    const { reason, path, line, others } = error;
    return { refusal: { reason, path, line, others } };
  }
}
