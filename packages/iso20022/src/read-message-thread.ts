import { parentPort, workerData } from 'node:worker_threads';
import { checkSchema } from './check-schema.ts';
import type { ReadReply } from './read-message.ts';
import { readXml } from './stream-xml.ts';
import { XmlRefusal } from './xml-refusal.ts';

/** The thread behind {@link readMessage}: one message, one reply. */
function replyTo(bytes: Uint8Array): ReadReply {
  try {
    const document = readXml(bytes);
    checkSchema(document);
    return { document };
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error;
    const { reason, path, line } = error;
    return { refusal: { reason, path, line } };
  }
}

parentPort?.postMessage(replyTo(workerData as Uint8Array), []);
