const BODY_BYTES_MAX = 262_144;

/** The provider did not answer, or answered that it is unavailable. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderAway';
}

/**
 * Returns a fetch restricted to the identity provider: whatever its metadata say, it calls only addresses of the issuer's origin,
 * and follows no redirect.
 */
export function createIssuerFetch(issuer: string): typeof fetch {
  const { origin } = new URL(issuer);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new Error(`${url.origin} is not the origin of the issuer`);
    let response: Response;
    let body: Uint8Array<ArrayBuffer>;
    try {
      response = await fetch(url, { ...init, redirect: 'manual' });
      body = await bytesOf(response);
    } catch (error) {
      throw new ProviderUnavailable('the identity provider did not answer', { cause: error });
    }
    if (response.status >= 500) throw new ProviderUnavailable(`the identity provider answered ${response.status}`);
    const { status, headers } = response;
    return new Response(body.length === 0 ? null : body, { status, headers });
  };
}

async function bytesOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > BODY_BYTES_MAX) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}
