import { type Protection, protectionOf, Xs2aError } from '@xs2a/contracts';
import { endOf, signMessage, verifyMessage } from './message-signature.ts';
import { openRequest, type Reply, sealRequest } from './sealed-message.ts';
import type { ServiceKeys } from './service-keys.ts';
import { UnauthenticMessage } from './unauthentic-message.ts';

/** A request with its protection. */
export interface ProtectedRequest {
  readonly payload: string;
  readonly signature?: string;
  /** Absent if the reply is not sealed. */
  readonly openReply?: (reply: string) => Promise<Reply>;
}

/** A request as its sender created it. */
export interface OpenedRequest {
  readonly payload: string;
  /** Absent if the reply is not to be sealed. */
  readonly sealReply?: (reply: Reply) => Promise<string>;
}

/** Signs and seals the messages of {@link PROTECTED_OPERATIONS}, and rejects unprotected ones. */
export class MessageProtection {
  readonly #keys: ServiceKeys | undefined;
  /** Ids of accepted messages, with the time after which they are rejected as expired. */
  readonly #taken = new Map<string, number>();

  constructor(keys?: ServiceKeys) {
    this.#keys = keys;
  }

  /** Returns a request with its protection. */
  async protect(subject: string, payload: string, deadline: number): Promise<ProtectedRequest> {
    const protection = protectionOf(subject);
    if (protection === undefined) return { payload };
    const signer = this.#keys?.privateKeyOf(protection.askedBy, 'signing');
    if (this.#keys === undefined || signer === undefined) throw withoutKeys(`${subject} cannot be signed`);
    const sealed = isSealed(protection, payload) ? await this.#seal(this.#keys, subject, payload) : { payload };
    return { ...sealed, signature: signMessage({ subject, payload: sealed.payload }, signer, deadline) };
  }

  /** Opens a received request. Throws {@link UnauthenticMessage} if it lacks the protection that the operation demands. */
  async open(subject: string, payload: string, signature: string | undefined): Promise<OpenedRequest> {
    const protection = protectionOf(subject);
    if (protection === undefined) return { payload };
    if (this.#keys === undefined) throw withoutKeys(`${subject} cannot be verified`);
    if (!isBankWithoutKeys(protection.askedBy, this.#keys)) {
      const claims = verifyMessage(signature, { subject, payload }, { keys: this.#keys, signers: protection.askedBy });
      if (protection.once === true) this.#takeOnce(claims.jti, endOf(claims));
    }
    if (protection.sealed === undefined) return { payload };
    const opened = await openRequest(subject, payload, this.#keys);
    if (opened === undefined && isSealed(protection, payload)) throw new UnauthenticMessage('clear');
    return opened ?? { payload };
  }

  async #seal(keys: ServiceKeys, subject: string, payload: string): Promise<Omit<ProtectedRequest, 'signature'>> {
    const receiver = subject.slice(0, subject.indexOf('.'));
    const key = keys.publicKey(receiver, 'sealing');
    if (key !== undefined) return sealRequest(subject, payload, key);
    // A bank connector without keys gets unprotected messages (docs/bank-connector.md).
    if (receiver === 'bank') return { payload };
    throw withoutKeys(`${subject} cannot be sealed`);
  }

  #takeOnce(id: string, until: number): void {
    const now = Date.now();
    if ((this.#taken.get(id) ?? 0) > now) throw new UnauthenticMessage('replayed');
    for (const [taken, end] of this.#taken) {
      if (end > now) break;
      this.#taken.delete(taken);
    }
    this.#taken.set(id, until);
  }
}

function isSealed({ sealed }: Protection, payload: string): boolean {
  if (sealed === undefined || sealed === true) return sealed === true;
  const request = parsed(payload);
  return (
    typeof request === 'object' && request !== null && (request as Record<string, unknown>)[sealed.where] !== undefined
  );
}

/** Only the bank may have no keys: its connector is the bank's own program. */
function isBankWithoutKeys(askedBy: readonly string[], keys: ServiceKeys): boolean {
  return askedBy.every((service) => service === 'bank') && keys.publicKey('bank', 'signing') === undefined;
}

function withoutKeys(what: string): Xs2aError {
  return new Xs2aError('internalError', { cause: new Error(`${what}: there is no key for it`) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
