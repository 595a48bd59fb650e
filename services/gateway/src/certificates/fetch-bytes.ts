/** Fetches from an address in a trusted certificate. Throws on a redirect, another status than 200, a timeout or a body over the limit. */
export async function fetchBytes(
  url: string,
  { waitMsMax, bytesMax, ...request }: RequestInit & { readonly waitMsMax: number; readonly bytesMax: number },
): Promise<Buffer> {
  const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(waitMsMax) });
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
