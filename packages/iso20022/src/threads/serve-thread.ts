import { parentPort } from 'node:worker_threads';
import { type XmlFault, XmlRefusal } from '../gate/xml-refusal.ts';

/** Reply of a thread. Errors cannot be transferred, so their content is. */
export type ThreadReply<Result> =
  | { readonly result: Result }
  | { readonly refusal: XmlFault & { readonly others?: readonly XmlFault[] } };

/** The other side of a WorkThread: does each piece of work that comes. What is no refusal ends the thread. */
export function serveThread<Work, Result>(work: (piece: Work) => Promise<Result>): void {
  parentPort?.on('message', (piece: Work) => {
    // A rejection that nobody takes is an error of the thread, of which its owner hears.
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
