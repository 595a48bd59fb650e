import type { Page, TppAnswer } from '@xs2a/test-kit';
import { REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import type { Resource } from '../journal/journal.ts';
import { insistOn, type Walker } from './walker.ts';

export type Approach = 'redirect' | 'embedded' | 'decoupled';

/** Preference headers of a TPP for each approach. */
export const APPROACH_HEADERS: Readonly<Record<Approach, Readonly<Record<string, string>>>> = {
  redirect: REDIRECT_HEADERS,
  embedded: { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' },
  decoupled: { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'true' },
};

/** A resource that a PSU approves. */
export interface Approvable {
  readonly resource: Resource;
  readonly id: string;
  /** The address of its authorisations. */
  readonly authorisations: string;
}

/** An authorisation in progress. */
interface Authorisation {
  readonly path: string;
  readonly scaRedirect?: string;
}

const APPROVED = new Set(['finalised', 'exempted']);
const ATTEMPTS_MAX = 4;
const WITHIN_MS = 240_000;

/**
 * Has a PSU approve, and returns once the TPP has read that. A step that fails while a component is away is repeated; a failed
 * authorisation is followed by another one, as in the standard.
 */
export async function approve(
  walker: Walker,
  what: Approvable,
  psuId: string,
  approach: Approach,
  created?: TppAnswer,
): Promise<void> {
  let last = '';
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const started = (attempt === 0 && created && startedWith(created)) || (await start(walker, what, psuId, approach));
    last = await insistOn(async () => {
      const status = await scaStatusOf(walker, started);
      if (status === undefined || APPROVED.has(status) || status === 'failed') return status;
      await stepsOf[approach](walker, psuId, started, status);
      const after = await scaStatusOf(walker, started);
      return after !== undefined && (APPROVED.has(after) || after === 'failed') ? after : undefined;
    }, WITHIN_MS);
    if (APPROVED.has(last)) {
      walker.fact({ is: 'signed', resource: what.resource, id: what.id, psuId });
      return;
    }
  }
  throw new Error(`the authorisation of ${what.id} by ${psuId} ended ${last}`);
}

function startedWith({ body }: TppAnswer): Authorisation | undefined {
  const [path, scaRedirect] = [body._links?.['scaStatus']?.href, body._links?.['scaRedirect']?.href];
  return path === undefined ? undefined : { path, ...(scaRedirect !== undefined && { scaRedirect }) };
}

/** Starts explicitly: for several signers, or if their number was unknown when the resource was created. */
async function start(walker: Walker, what: Approvable, psuId: string, approach: Approach): Promise<Authorisation> {
  const headers = { ...APPROACH_HEADERS[approach], ...(approach !== 'redirect' && { 'PSU-ID': psuId }) };
  const answer = await walker.insist((requestId) => walker.tpp.post(what.authorisations, {}, { headers, requestId }));
  const started = startedWith(answer);
  if (answer.status !== 201 || started === undefined)
    throw new Error(`the start of an authorisation of ${what.id} was answered ${answer.status} ${answer.text}`);
  return started;
}

async function scaStatusOf(walker: Walker, { path }: Authorisation): Promise<string | undefined> {
  const answer = await walker.tpp.get(path);
  return answer.status === 200 ? String(answer.body['scaStatus']) : undefined;
}

type Steps = (walker: Walker, psuId: string, started: Authorisation, scaStatus: string) => Promise<unknown>;

const stepsOf: Readonly<Record<Approach, Steps>> = {
  redirect: async (walker, psuId, started) => {
    const browser = walker.browser();
    let page: Page = await browser.open(started.scaRedirect ?? '');
    if (!asks(page, 'password')) return;
    page = await browser.submit(page, { psuId, password: `${psuId}-pass` });
    if (asks(page, 'authenticationMethodId') && !asks(page, 'code'))
      page = await browser.submit(page, { authenticationMethodId: 'sms' }, '/method');
    if (!asks(page, 'code')) return;
    const resend = async (): Promise<void> => {
      page = await browser.submit(page, { authenticationMethodId: 'sms' }, '/method');
    };
    const code = await codeOrNewOne(walker, started, psuId, resend);
    // If the new one could not be sent, there is a page about the outage.
    if (!asks(page, 'code')) return;
    await browser.submit(page, { code });
  },
  embedded: async (walker, psuId, started, scaStatus) => {
    const { path } = started;
    const headers = { 'PSU-ID': psuId };
    const put = async (body: object): Promise<void> => {
      const { status } = await walker.tpp.put(path, body, { headers });
      if (status >= 500) throw new TypeError('away');
    };
    let status: string | undefined = scaStatus;
    if (status === 'received' || status === 'psuIdentified') {
      await put({ psuData: { password: `${psuId}-pass` } });
      status = await scaStatusOf(walker, { path });
    }
    if (status === 'psuAuthenticated') await put({ authenticationMethodId: 'sms' });
    const resend = (): Promise<void> => put({ authenticationMethodId: 'sms' });
    await put({ scaAuthenticationData: await codeOrNewOne(walker, started, psuId, resend) });
  },
  decoupled: async (walker, psuId, { path }, scaStatus) => {
    // If the bank was away when the authorisation was started, the TPP is offered the methods.
    if (scaStatus === 'psuIdentified' || scaStatus === 'psuAuthenticated')
      await walker.tpp.put(path, { authenticationMethodId: 'push' }, { headers: { 'PSU-ID': psuId } });
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const device = new URL(`/sandbox/device/${psuId}/${path.split('/').at(-1)}`, walker.portalUrl);
    await walker.fetch(device, { method: 'POST', headers, body: JSON.stringify({ approve: true }) });
  },
};

function asks({ html }: Page, field: string): boolean {
  return html.includes(`name="${field}"`);
}

/** Returns the code of this authorisation, or a new one if none was sent yet. */
async function codeOrNewOne(
  walker: Walker,
  { path }: Authorisation,
  psuId: string,
  resend: () => Promise<void>,
): Promise<string> {
  const sent = await codeFor(walker, path, psuId);
  if (sent !== undefined) return sent;
  await resend();
  const again = await codeFor(walker, path, psuId);
  if (again === undefined) throw new TypeError('no message yet');
  return again;
}

/** Returns the newest message to the PSU about this authorisation. */
async function codeFor(walker: Walker, path: string, psuId: string): Promise<string | undefined> {
  const inbox = new URL(`/sandbox/inbox/${psuId}`, walker.portalUrl);
  inbox.searchParams.set('authorisationId', path.split('/').at(-1) ?? '');
  const answer = await walker.fetch(inbox, { headers: { Accept: 'application/json' } });
  if (answer.status !== 200) throw new TypeError('away');
  const [newest] = (await answer.json()) as { code: string }[];
  return newest?.code;
}
