import { hrefOf, type TppAnswer } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { BankBrowser, CLIENT } from './bank-server.ts';

/** Sends the PSU to the bank, where the TPP's only source is the link. */
export async function lead(created: TppAnswer, scope: string) {
  expect(created.status, created.text).toBeLessThan(300);
  const configuration = await client.discovery(
    new URL(hrefOf(created, 'scaOAuth')),
    CLIENT.id,
    undefined,
    client.ClientSecretBasic(CLIENT.secret),
    { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: RETURN.ok,
    scope: `openid ${scope}`,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const browser = new BankBrowser();
  return { browser, shown: await browser.open(url), verifier, state, configuration };
}

type Led = Awaited<ReturnType<typeof lead>>;

/** Has the PSU approve, and redeems the code as the TPP. */
export async function tokenOf(
  { browser, verifier, state, configuration }: Led,
  psuId = 'psu-private',
): Promise<string> {
  await browser.signIn(psuId);
  const back = await browser.decide({ psuId });
  if (!(back instanceof URL)) throw new Error(`the bank shows ${JSON.stringify(back)}`);
  const tokens = await client.authorizationCodeGrant(configuration, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  return tokens.access_token;
}
