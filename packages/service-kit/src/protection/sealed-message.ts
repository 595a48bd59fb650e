import { randomBytes } from 'node:crypto';
import { base64url, CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';
import type { ServiceKey, ServiceKeys } from './service-keys.ts';
import { UnauthenticMessage } from './unauthentic-message.ts';

/** JWE (RFC 7516): ECDH-ES on X25519 (RFC 8037) for a request; its reply uses the key in the request. */
const ENCRYPTION = 'A256GCM';
const REQUEST_TYPE = 'xs2a-request';
const REPLY_TYPE = 'xs2a-reply';
const REPLY_KEY_BYTES = 32;

/** A payload that only its receiver can read. */
const Sealed = z.strictObject({ sealed: z.string() });
/** The subject is encrypted as well, so that a message cannot be used for another operation. */
const RequestContent = z.strictObject({
  subject: z.string(),
  request: z.string(),
  replyKey: z.string().refine((key) => base64url.decode(key).length === REPLY_KEY_BYTES),
});
const ReplyContent = z.strictObject({ subject: z.string(), reply: z.string(), refusal: z.boolean() });

/** Content of a reply: the payload, and whether it is an error. */
export interface Reply {
  readonly payload: string;
  readonly isRefusal: boolean;
}

/** Encrypts a request for its receiver. `openReply` decrypts a reply that only the receiver can have created. */
export async function sealRequest(
  subject: string,
  payload: string,
  { kid, key }: ServiceKey,
): Promise<{ payload: string; openReply: (reply: string) => Promise<Reply> }> {
  const replyKey = randomBytes(REPLY_KEY_BYTES);
  const content = { subject, request: payload, replyKey: base64url.encode(replyKey) } satisfies z.infer<
    typeof RequestContent
  >;
  const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: ENCRYPTION, typ: REQUEST_TYPE, kid })
    .encrypt(key);
  return { payload: JSON.stringify({ sealed }), openReply: (reply) => openReply(subject, reply, replyKey) };
}

/** Returns undefined if the payload is not sealed. */
export async function openRequest(
  subject: string,
  payload: string,
  keys: ServiceKeys,
): Promise<{ payload: string; sealReply: (reply: Reply) => Promise<string> } | undefined> {
  const body = Sealed.safeParse(parsed(payload));
  if (!body.success) return undefined;
  try {
    const find = ({ kid = '' }: { kid?: string }) => {
      const found = keys.privateKeyNamed('sealing', kid);
      if (found === undefined) throw new UnauthenticMessage('keyUnknown');
      return found.key;
    };
    const { plaintext, protectedHeader } = await compactDecrypt(body.data.sealed, find, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: [ENCRYPTION],
    });
    const { request, replyKey, ...content } = RequestContent.parse(parsed(new TextDecoder().decode(plaintext)));
    if (protectedHeader.typ !== REQUEST_TYPE || content.subject !== subject)
      throw new UnauthenticMessage('otherMessage');
    return { payload: request, sealReply: (reply) => sealReply(subject, reply, base64url.decode(replyKey)) };
  } catch (error) {
    throw error instanceof UnauthenticMessage ? error : new UnauthenticMessage('unopenable');
  }
}

async function sealReply(subject: string, { payload, isRefusal }: Reply, replyKey: Uint8Array): Promise<string> {
  const content = { subject, reply: payload, refusal: isRefusal } satisfies z.infer<typeof ReplyContent>;
  const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'dir', enc: ENCRYPTION, typ: REPLY_TYPE })
    .encrypt(replyKey);
  return JSON.stringify({ sealed });
}

async function openReply(subject: string, reply: string, replyKey: Uint8Array): Promise<Reply> {
  const body = Sealed.safeParse(parsed(reply));
  if (!body.success) throw new UnauthenticMessage('clear');
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(body.data.sealed, replyKey, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: [ENCRYPTION],
    });
    const { refusal, ...content } = ReplyContent.parse(parsed(new TextDecoder().decode(plaintext)));
    if (protectedHeader.typ !== REPLY_TYPE || content.subject !== subject) throw new UnauthenticMessage('otherMessage');
    return { payload: content.reply, isRefusal: refusal };
  } catch (error) {
    throw error instanceof UnauthenticMessage ? error : new UnauthenticMessage('unopenable');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
