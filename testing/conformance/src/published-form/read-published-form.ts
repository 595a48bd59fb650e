import type { BlackBox } from '../black-box.ts';
import { PublishedForm } from './published-form.ts';

const WAIT_MS_MAX = 5_000;

/** Thrown if there is no instance of this interface at the address; the message is one line for the operator. */
export class InstanceError extends Error {
  /** Nothing answers: the instance may be available later. */
  readonly isAway: boolean;

  constructor(message: string, { isAway = false } = {}) {
    super(message);
    this.isAway = isAway;
  }
}

/** Returns the document that an instance publishes about itself. Throws {@link InstanceError} without an instance. */
export async function readPublishedForm({ url, fetch }: BlackBox): Promise<PublishedForm> {
  const address = addressOf(url);
  const answer = await fetch(address, { signal: AbortSignal.timeout(WAIT_MS_MAX) }).catch((error: unknown) => {
    throw new InstanceError(`${address} cannot be reached: ${whyOf(error)}`, { isAway: true });
  });
  if (!answer.ok) throw new InstanceError(`${address} is answered ${answer.status}`);
  const document: unknown = await answer.json().catch(() => undefined);
  const isForm = typeof document === 'object' && document !== null && 'paths' in document;
  if (!isForm) throw new InstanceError(`${address} is no OpenAPI document`);
  return new PublishedForm(document);
}

function addressOf(url: string): string {
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new InstanceError(`--url ${url} is no http(s) address`);
  return new URL('/openapi.json', url).href;
}

/** Cause of a failed fetch; for a host with several addresses only a code. */
function whyOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: string; code?: string }; message: string };
  return cause?.message || cause?.code || message;
}
