import { readFileSync } from 'node:fs';
import { sandboxFiles } from '@xs2a/certificates';
import type { createWorkspace, ReplyOf } from '@xs2a/contracts';
import { BlackBox } from '../black-box.ts';
import { Mismatch, NotGiven } from '../check.ts';
import { firstOf, type Missing, needsCertificates, needsPortal, needsTls } from '../checks/offered-features.ts';
import { demandedHeaders } from '../demanded-headers.ts';
import { FIXTURES } from '../fixtures.ts';
import { atServer } from '../oauth/resource-at-server.ts';
import { TestContext } from '../test-context.ts';

const API = '/sandbox/api/workspaces';
/** Registered PSU: it has a code and a device. */
const WISH = { name: 'Conformance', psus: [{ methods: ['sms', 'push'], accounts: [{}] }] };
/** Answers of a bank that offers no separate sandbox, or no more of them. */
const NOT_OFFERED = [404, 405, 429, 501];

export const needsOwnSandbox: Missing = firstOf(needsPortal, needsTls, needsCertificates);

export interface OwnSandbox {
  /** A TPP and a PSU used by nobody else. */
  readonly context: TestContext;
  /** Simulates an event at the bank: `{ what: 'codesExpire' }`. */
  readonly simulate: (simulation: object) => Promise<void>;
}

/** Registers a separate sandbox, uses it, and always deletes it (docs/own-sandbox.md). */
export async function inOwnSandbox(context: TestContext, use: (own: OwnSandbox) => Promise<void>): Promise<void> {
  const { environment } = context;
  const ask = (method: string, path: string, key?: string, body?: object): Promise<Response> =>
    fetch(new URL(`${API}${path}`, environment.portal), {
      method,
      headers: {
        Accept: 'application/json',
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const answer = await context.psuSide.until(
    () => ask('POST', '', undefined, WISH),
    ({ status }) => status !== 503,
  );
  if (NOT_OFFERED.includes(answer.status))
    throw new NotGiven(`the bank offers no sandbox of one's own: ${answer.status}`);
  if (answer.status !== 201) throw new Mismatch(`no sandbox is registered: ${answer.status}`);
  const registered = (await answer.json()) as ReplyOf<typeof createWorkspace>;
  const { key } = registered;
  try {
    await use({
      context: contextOf(context, registered),
      simulate: async (simulation) => {
        const { status } = await ask('POST', '/mine/simulations', key, simulation);
        if (status !== 200) throw new Mismatch(`nothing is simulated: ${status}`);
      },
    });
  } finally {
    await ask('DELETE', '/mine', key);
  }
}

function contextOf({ environment, profile, facts }: TestContext, registered: ReplyOf<typeof createWorkspace>) {
  const { key, qwac, workspace } = registered;
  const [psu] = workspace.psus;
  const iban = psu?.accounts[0]?.iban;
  if (psu === undefined || iban === undefined) throw new Mismatch('the sandbox has no PSU with an account');
  const authority = readFileSync(sandboxFiles(environment.certificates ?? '').authority.certificate, 'utf8');
  const { tppHeader: _, ...others } = facts;
  const own = {
    ...others,
    tpps: {},
    psus: { private: { psuId: psu.psuId, password: psu.password, method: 'sms', device: 'push' } },
    accounts: { private: iban, creditor: facts.accounts.creditor },
  };
  const tokens = new Map<string, string>();
  const box = new BlackBox(environment.tlsUrl ?? '', { ...qwac, authority }, demandedHeaders(profile, own, tokens));
  return new TestContext(box, profile, own, { ...environment, portalKey: key }, FIXTURES, atServer(tokens));
}
