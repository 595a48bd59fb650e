import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { daysFromNow, qwac, trustedAuthority } from '../../test/tls-tpp.ts';
import { RevocationLists } from './revocation-lists.ts';

it.each(['soft', 'hard'] as const)(
  'a revoked issuer is refused while another list is being fetched, without an unhandled rejection: %s',
  async (mode) => {
    using trusted = await trustedAuthority();
    const waiting: ServerResponse[] = [];
    const named: string[] = [];
    const publisher = createServer(({ url }, response) => {
      if (url === '/leaf.crl') waiting.push(response);
      else void trusted.authority.revoke(named, new Date(), daysFromNow(1)).then((list) => response.end(list));
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    onTestFinished(() => void publisher.close());
    const base = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
    const issue = async (name: string) =>
      new X509Certificate((await trusted.authority.issueTpp(qwac({ revocationListUrl: base + name }))).certificate);
    const [leaf, issuer] = [await issue('/leaf.crl'), await issue('/issuer.crl')];
    const root = new X509Certificate(trusted.authority.own.certificate);
    named.push(issuer.toString());
    const lists = new RevocationLists(mode, () => new Date(), { warn: () => undefined } as never);
    await expect(lists.check([issuer, root])).rejects.toMatchObject({ situation: 'certificateRevoked' });

    const leftOver: unknown[] = [];
    const note = (error: unknown): void => void leftOver.push(error);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const judged = (async () => lists.check([leaf, issuer, root]))();
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.writeHead(404).end();
    await expect(judged).rejects.toMatchObject({ situation: 'certificateRevoked' });
    // Waits for the same list, and so until all earlier callers have their result.
    await Promise.allSettled([lists.check([leaf, root])]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(leftOver).toEqual([]);
  },
);
