/** A page of the portal as a PSU without JavaScript sees it: address, status and text. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

interface Form {
  readonly action: string;
  readonly fields: Record<string, string>;
}

/**
 * A PSU whose browser runs no script: keeps cookies, follows redirects inside the portal, fills in and submits forms. Redirects
 * to the TPP are returned, not followed.
 */
export class PsuClient {
  readonly #origin: string;
  readonly #fetch: typeof fetch;
  readonly #cookies = new Map<string, string>();

  /** `fetcher` sends the requests. */
  constructor(portalUrl: string, fetcher: typeof fetch = fetch) {
    this.#origin = new URL(portalUrl).origin;
    this.#fetch = fetcher;
  }

  /** Returns the same browser at this moment, whose requests are answered and whose answers are lost. */
  withAnswersLost(): PsuClient {
    const twin = new PsuClient(this.#origin, this.#fetch);
    for (const [name, value] of this.#cookies) twin.#cookies.set(name, value);
    return twin;
  }

  open(url: string): Promise<Page> {
    return this.#load('GET', url);
  }

  /** Submits the form of a page with all these fields, or with a target that ends this way, including its hidden fields. */
  submit(page: Page, fields: Record<string, string>, target?: string): Promise<Page> {
    const form = formsOf(page).find(({ action, fields: own }) =>
      target === undefined
        ? Object.keys(fields).every((name) => name in own)
        : new URL(action).pathname.endsWith(target),
    );
    if (form === undefined)
      throw new Error(`no form with ${Object.keys(fields).join(', ')} ${target ?? ''} on ${page.url}`);
    return this.#load('POST', form.action, { ...form.fields, ...fields });
  }

  /** Returns the newest message that the sandbox bank sent to a PSU. */
  async newestCode(psuId: string): Promise<string> {
    const response = await this.#fetch(`${this.#origin}/sandbox/inbox/${psuId}`, {
      headers: { Accept: 'application/json' },
    });
    const [newest] = (await response.json()) as { code: string }[];
    if (newest === undefined) throw new Error(`no message for ${psuId}`);
    return newest.code;
  }

  async #load(method: string, url: string, fields?: Record<string, string>): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        'Accept-Language': 'hr',
        Origin: this.#origin,
        ...(cookie !== '' && { Cookie: cookie }),
      },
      ...(fields && { body: new URLSearchParams(fields) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    if (location === null) return { url, status: response.status, html: await response.text() };
    const next = new URL(location, url);
    return next.origin === this.#origin
      ? this.#load('GET', next.href)
      : { url: next.href, status: response.status, html: '' };
  }

  #keep(setCookie: string): void {
    const [pair = ''] = setCookie.split(';');
    const separator = pair.indexOf('=');
    const name = pair.slice(0, separator).trim();
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(setCookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(separator + 1));
  }
}

function formsOf({ html, url }: Page): Form[] {
  const forms = html.split(/<form\b/).slice(1);
  return forms.map((form) => {
    const [head = '', ...rest] = (form.split('</form>', 1)[0] ?? '').split('>');
    const inside = rest.join('>');
    const inputs = [...inside.matchAll(/<(?:input|button|select)\b([^<>]*)>/g)].map(
      ([, attributes = '']) => attributes,
    );
    const kept = inputs.filter((input) => !/type="(radio|checkbox|submit)"/.test(input) || /\bchecked\b/.test(input));
    const named = [...kept, ...inputs.filter((input) => /type="radio"/.test(input))].filter((input) =>
      attribute(input, 'name'),
    );
    const fields = Object.fromEntries(
      named.toReversed().map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
    );
    return { action: new URL(attribute(head, 'action') || url, url).href, fields };
  });
}

function attribute(attributes: string, name: string): string {
  const all = [...attributes.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)];
  const value = all.find(([, one]) => one === name)?.[2] ?? '';
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
