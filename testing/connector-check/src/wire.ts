import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { HEADER, type MessageProtection, type ProtectedRequest, UnauthenticMessage } from '@xs2a/service-kit';

/** Answer to one request, as received. */
export interface Answer {
  /** `nobody`: no one listens there. `silence`: nothing came in time. */
  readonly kind: 'reply' | 'refusal' | 'nobody' | 'silence';
  readonly body: Readonly<Record<string, unknown>>;
  readonly bytes: number;
  readonly ms: number;
  /** Answers beyond the first. */
  readonly more: number;
}

export interface Sent {
  /** Milliseconds until its deadline; negative for one that has passed. */
  readonly withinMs: number;
  /** Milliseconds to continue listening after the first answer. */
  readonly listenMs?: number;
  /** With the keys of the XS2A service; otherwise everything is sent in clear and unsigned. */
  readonly protection?: MessageProtection | undefined;
}

/** Sends one request with the headers of the service, and listens for answers. */
export async function sendRaw(
  connection: NatsConnection,
  subject: string,
  payload: string,
  { withinMs, listenMs = 0, protection }: Sent,
): Promise<Answer> {
  const deadline = Date.now() + withinMs;
  const { signature, openReply, ...request } = (await protection?.protect(subject, payload, deadline)) ?? { payload };
  const reply = createInbox();
  const sent = headers();
  sent.set(HEADER.requestId, crypto.randomUUID());
  sent.set(HEADER.traceparent, `00-${crypto.randomUUID().replaceAll('-', '')}-00f067aa0ba902b7-00`);
  sent.set(HEADER.deadline, String(deadline));
  if (signature !== undefined) sent.set(HEADER.signature, signature);
  const startedAt = performance.now();
  const arrived: { message: Msg; ms: number }[] = [];
  const heard = Promise.withResolvers<void>();
  const subscription = connection.subscribe(reply, {
    callback: (_, message) => {
      arrived.push({ message, ms: performance.now() - startedAt });
      heard.resolve();
    },
  });
  const tooLate = setTimeout(() => heard.resolve(), Math.abs(withinMs));
  connection.publish(subject, request.payload, { reply, headers: sent });
  await heard.promise;
  clearTimeout(tooLate);
  if (listenMs > 0) await new Promise((resolve) => setTimeout(resolve, listenMs));
  subscription.unsubscribe();
  const [first] = arrived;
  if (first === undefined) return { kind: 'silence', body: {}, bytes: 0, ms: Math.abs(withinMs), more: 0 };
  const answer = openReply ? await readSealed(first.message, openReply) : read(first.message);
  return { ...answer, ms: first.ms, more: arrived.length - 1 };
}

function read(message: Msg): Pick<Answer, 'kind' | 'body' | 'bytes'> {
  const bytes = message.data.length;
  if (bytes === 0 && message.headers?.code === 503) return { kind: 'nobody', body: {}, bytes };
  const body = parsed(message.string());
  return { kind: message.headers?.has(HEADER.error) ? 'refusal' : 'reply', body, bytes };
}

/** Opens the answer to a sealed request, which is sealed too; an answer in clear stays as it is, and is a refusal or a fault. */
async function readSealed(
  message: Msg,
  openReply: NonNullable<ProtectedRequest['openReply']>,
): Promise<Pick<Answer, 'kind' | 'body' | 'bytes'>> {
  try {
    const { payload, isRefusal } = await openReply(message.string());
    return { kind: isRefusal ? 'refusal' : 'reply', body: parsed(payload), bytes: message.data.length };
  } catch (error) {
    if (!(error instanceof UnauthenticMessage)) throw error;
    const clear = read(message);
    return clear.kind === 'reply' ? { ...clear, body: { notSealed: true } } : clear;
  }
}

/** Returns a text that is no JSON object as an object, so that every schema refuses it. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through: no JSON at all.
  }
  return { notAnObject: text.slice(0, 200) };
}
