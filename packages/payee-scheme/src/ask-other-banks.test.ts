import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TestAuthority } from '@xs2a/certificates';
import { describe, expect, it } from 'vitest';
import { OtherBanks } from './ask-other-banks.ts';

const IBAN = 'HR6299910321000000072';
const now = new Date();
const validity = { notBefore: now, notAfter: new Date(now.getTime() + 3_600_000) };
const authority = await TestAuthority.create(now);
const server = await authority.issueServer(['localhost'], validity);

/** This bank, and another one that answers as given. */
async function besideOther(answer: RequestListener, answerMsMax?: number) {
  const asked: string[] = [];
  const other = createServer({ cert: server.certificate, key: server.key }, (request, response) => {
    asked.push(String(request.headers['x-request-id']));
    answer(request, response);
  });
  other.listen(0);
  await once(other, 'listening');
  const url = `https://localhost:${(other.address() as AddressInfo).port}`;
  const banks = new OtherBanks(
    {
      bic: 'ZABAHR2X',
      port: 0,
      client: server,
      server,
      trust: authority.own.certificate,
      banks: [{ bic: 'PBZGHR2X', url, accounts: ['HR9991032'], organisation: 'PSDHR-HNB-OTHER' }],
    },
    answerMsMax,
  );
  return {
    asked,
    ask: (iban = IBAN) => banks.ask({ requestId: crypto.randomUUID(), iban, name: 'Ana Anić' }),
    async [Symbol.asyncDispose]() {
      await banks[Symbol.asyncDispose]();
      other.closeAllConnections();
      other.close();
    },
  };
}

const NOT_POSSIBLE = { partyNameMatch: 'NOAP' };

describe('a bank that is asked for a payee', () => {
  it('and fails five times is not asked for some seconds: the check is not possible at once', async () => {
    await using one = await besideOther((_, response) => response.writeHead(500).end('{}'));
    for (let time = 0; time < 10; time++) expect(await one.ask()).toEqual(NOT_POSSIBLE);
    expect(one.asked).toHaveLength(5);
  });

  it('and refuses the question is asked again: it is there', async () => {
    await using one = await besideOther((_, response) => response.writeHead(400).end('{"code":"FORMAT_ERROR"}'));
    for (let time = 0; time < 10; time++) expect(await one.ask()).toEqual(NOT_POSSIBLE);
    expect(one.asked).toHaveLength(10);
  });

  it('and is silent is not waited for longer than the scheme permits', async () => {
    await using one = await besideOther(() => undefined, 50);
    expect(await one.ask()).toEqual(NOT_POSSIBLE);
  });

  it('is that of the account; without one the check is not possible', async () => {
    await using one = await besideOther((_, response) => response.end('{"partyNameMatch":"MTCH"}'));
    expect(await one.ask()).toEqual({ partyNameMatch: 'MTCH' });
    expect(await one.ask('DE89370400440532013000')).toEqual(NOT_POSSIBLE);
  });
});
