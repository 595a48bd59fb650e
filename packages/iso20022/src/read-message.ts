import { Worker } from 'node:worker_threads';
import type { XmlDocument } from './stream-xml.ts';
import { XmlRefusal } from './xml-refusal.ts';

/** A message within its byte limit takes well under a second; what takes longer is ended, with the thread it runs in. */
const READ_MS_MAX = 10_000;
/** For the tree of a message of 6 MB; a message that needs more is ended with its thread. */
const HEAP_MIB_MAX = 512;

export type ReadReply =
  | { readonly document: XmlDocument }
  | { readonly refusal: { reason: string; path: string | undefined; line: number | undefined } };

/**
 * Reads and checks a message from outside: safe XML, the schema of its namespace. Runs in a thread of its own, so that
 * nothing in it can hold up the caller; throws an {@link XmlRefusal}.
 */
export async function readMessage(bytes: Uint8Array): Promise<XmlDocument> {
  // Node runs sources by their own name; what is built has another.
  const file = import.meta.url.endsWith('.ts') ? './read-message-thread.ts' : './read-message-thread.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  });
  const timer = setTimeout(() => void worker.terminate(), READ_MS_MAX);
  try {
    const reply = await new Promise<ReadReply>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') reject(new XmlRefusal('takes too much memory to read'));
        else reject(error);
      });
      worker.once('exit', () => reject(new XmlRefusal('takes too long to read')));
    });
    if ('document' in reply) return reply.document;
    throw new XmlRefusal(reply.refusal.reason, reply.refusal);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
