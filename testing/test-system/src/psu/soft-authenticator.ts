import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@xs2a/contracts';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** The PSU only touched the device. */
  readonly unverified?: boolean;
  readonly counter?: number;
}

/** An authenticator and its browser in one: creates an ES256 passkey and signs with it, with faults if a test wants them. */
export class SoftAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  make(order: PasskeyCreationOptions, faults: Faults = {}): PasskeyAttestation {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()]);
    const authData = Buffer.concat([this.#data(order.rpId, ATTESTED, faults), attested]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData),
    ]);
    return {
      id: this.id,
      clientDataJSON: this.#client('webauthn.create', order.challenge, faults).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  answer(question: PasskeyRequestOptions, faults: Faults = {}): PasskeyAssertion {
    const client = this.#client('webauthn.get', question.challenge, faults);
    const data = this.#data(question.rpId, 0, faults);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id: this.id,
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    };
  }

  #client(type: string, challenge: string, faults: Faults): Buffer {
    const origin = faults.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin, crossOrigin: false }));
  }

  #data(rpId: string, more: number, { rpId: otherRpId, unverified, counter }: Faults): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    const flags = Buffer.from([PRESENT | (unverified ? 0 : VERIFIED) | more]);
    return Buffer.concat([
      createHash('sha256')
        .update(otherRpId ?? rpId)
        .digest(),
      flags,
      count,
    ]);
  }

  /** The public key in CBOR: kty EC2, alg ES256, crv P-256, x, y (RFC 9053, 7.1.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const [left, right] = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')));
    return Buffer.concat([head, Buffer.from([0x21]), left ?? head, Buffer.from([0x22]), right ?? head]);
  }
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}
