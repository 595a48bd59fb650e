/** Fetches from an address in a trusted certificate. Throws on a redirect, another status than 200, a timeout or a body over the limit. */
export async function fetchBytes(
  url: string,
  { waitMsMax, bytesMax, ...request }: RequestInit & { readonly waitMsMax: number; readonly bytesMax: number },
): Promise<Buffer> {
  const sent = { ...request, redirect: 'error', signal: AbortSignal.timeout(waitMsMax) } as const;
  const response = await fetch(url, sent).catch((error: unknown) => {
    if (!isClosedByPeer(error)) throw error;
    return fetch(url, sent);
  });
  if (response.status !== 200 || response.body === null) throw new Error(`answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A publisher may close an idle connection while a request is being sent. Such a request is sent once more over a new connection. */
function isClosedByPeer(error: unknown): boolean {
  const { code } = (error instanceof Error ? (error.cause ?? {}) : {}) as { code?: unknown };
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
