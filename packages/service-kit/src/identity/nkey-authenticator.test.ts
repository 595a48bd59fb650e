import { nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { signingAuthenticator } from './nkey-authenticator.ts';

const [first, second] = [nkeys.createUser().getSeed(), nkeys.createUser().getSeed()];

describe('a nonce from the server', () => {
  it.each(['', 'PXoWU7zWAMt75FY', 'ž'.repeat(40)])(
    '%j is signed as the client of NATS signs it (RFC 8032)',
    (nonce) => {
      expect(signingAuthenticator(() => first)(nonce)).toEqual(nkeyAuthenticator(first)(nonce));
    },
  );

  it('is signed with the renewed seed on the next connection', () => {
    let seed = first;
    const authenticate = signingAuthenticator(() => seed);
    authenticate('before');
    seed = second;
    expect(authenticate('after')).toEqual(nkeyAuthenticator(second)('after'));
  });

  it('is not signed if the seed is malformed', () => {
    expect(() => signingAuthenticator(() => Buffer.from('SUAIBDPBAUTW'))('x')).toThrow();
  });
});
