import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

export const CODE_DIGITS = 6;
const SALT_BYTES = 16;

export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

export function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('base64');
}

/** A code with the challenge and the content that it approves. The stored hash covers all three. */
interface BoundCode {
  readonly challengeId: string;
  readonly contentHash: string;
  readonly code: string;
}

export function hashCode({ challengeId, contentHash, code }: BoundCode, salt: string): string {
  return createHmac('sha256', Buffer.from(salt, 'base64'))
    .update(JSON.stringify([challengeId, contentHash, code]))
    .digest('base64');
}

export function matchesCode(bound: BoundCode, { salt, codeHash }: { salt: string; codeHash: string }): boolean {
  return timingSafeEqual(Buffer.from(hashCode(bound, salt), 'base64'), Buffer.from(codeHash, 'base64'));
}
