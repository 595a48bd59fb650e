import { beginBankLogin, finishBankLogin } from '@xs2a/contracts';
import { situationOf } from '@xs2a/test-system/ask-as-gateway';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { startFaultyProvider } from './faulty-provider.ts';
import { startSignInBank } from './sign-in-bank.ts';

const page = '/permissions';
const newPair = () => generateKeyPair('ES256', { extractable: true });

/** Starts a bank that signs with the client key `shown`, at a provider that has registered `known`. */
async function signIn(shown: CryptoKey, known: CryptoKey) {
  await using provider = await startFaultyProvider(known);
  const keys = { keys: [{ ...(await exportJWK(shown)), kid: 'of-client', alg: 'ES256' }] };
  await using bank = await startSignInBank({ issuer: provider.issuer, keys });
  const { bus } = bank.services;
  const { location, browserKey } = await bus.ask(beginBankLogin, { page });
  const request = { page, browserKey, answer: provider.answerTo(location).search.slice(1) };
  const failure = await situationOf(bus.ask(finishBankLogin, request));
  return { failure, redeemed: provider.redeemed() };
}

describe('a client that authenticates with a key (private_key_jwt)', () => {
  it('sends the provider a client assertion signed with that key (RFC 7523, 3)', async () => {
    const { publicKey, privateKey } = await newPair();
    expect(await signIn(privateKey, publicKey)).toEqual({ failure: undefined, redeemed: 1 });
  });

  it('is refused with a key that is not registered, and the PSU reads that the sign-in is not available', async () => {
    const [own, other] = await Promise.all([newPair(), newPair()]);
    expect(await signIn(own.privateKey, other.publicKey)).toEqual({ failure: 'serviceUnavailable', redeemed: 0 });
  });
});
