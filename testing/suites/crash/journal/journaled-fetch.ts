import type { Journal } from './journal.ts';

/** Upper bound on the time of any answer: a later one is a finding, and the client stops waiting. */
const ANSWER_MS_MAX = 30_000;
const BODY_CHARS_MAX = 2_000;
const READS_ACCOUNTS = /^\/v1\/(?:card-)?accounts/;

/** Returns `fetch` with a line in the journal before and after each call. */
export function journaledFetch(journal: Journal, journey: string): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    const [requestId, consentId] = [headers.get('X-Request-ID'), headers.get('Consent-ID')];
    const unattended = READS_ACCOUNTS.test(url.pathname) && !headers.has('PSU-IP-Address');
    const call = journal.before({
      journey,
      method,
      url: url.href,
      ...(requestId !== null && { requestId }),
      ...(consentId !== null && { consentId }),
      ...(unattended && { unattended }),
    });
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
      const text = await response.clone().text();
      const isPage = (response.headers.get('content-type') ?? '').includes('html');
      const retryAfter = response.headers.get('retry-after');
      journal.after(call, {
        status: response.status,
        ...(!isPage && text !== '' && { body: text.slice(0, BODY_CHARS_MAX) }),
        ...(retryAfter !== null && { retryAfter }),
      });
      return response;
    } catch (error) {
      journal.after(call, { error: error instanceof Error ? `${error.name} ${causeOf(error)}` : String(error) });
      throw error;
    }
  };
}

function causeOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message;
}
