import { readFile } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { notificationAddress } from '@xs2a/contracts';
import type { NotifierConfig } from '../config.ts';
import type { QueuedNotification } from '../model/delivery-queue.ts';
import { NotPermitted, permittedAddressOf, publicAddressOf, type Resolve } from './public-address.ts';

/** From the DNS lookup to the status line of the response, in milliseconds. */
const SEND_MS_MAX = 5_000;
const RESPONSE_HEADER_BYTES_MAX = 8 * 1_024;

export interface Delivery {
  readonly config: NotifierConfig;
  readonly permitted: ReadonlySet<string>;
  readonly resolve: Resolve;
}

/** Outcome of a notification, for log and metrics. The TPP does not learn it, and the notification is not sent again. */
interface DeliveryResult {
  readonly outcome: 'answered' | 'notPermitted' | 'notReached' | 'tooSlow';
  readonly status?: number;
}

/**
 * Posts one notification (decision 27). The connection goes to the address that was checked. Only the headers of the
 * response are read, and redirects are not followed.
 */
export async function postNotification(delivery: Delivery, notification: QueuedNotification): Promise<DeliveryResult> {
  const signal = AbortSignal.timeout(SEND_MS_MAX);
  try {
    const options = await Promise.race([optionsFor(delivery, notification), rejected(signal)]);
    return { outcome: 'answered', status: await post(options, notification, signal) };
  } catch (error) {
    if (error instanceof NotPermitted) return { outcome: 'notPermitted' };
    return { outcome: signal.aborted ? 'tooSlow' : 'notReached' };
  }
}

async function optionsFor({ config, permitted, resolve }: Delivery, { uri }: QueuedNotification) {
  const address = notificationAddress(uri, permitted);
  if (address === undefined) throw new NotPermitted('the address is not permitted');
  const { url, isPermitted } = address;
  const host = await (isPermitted ? permittedAddressOf(url) : publicAddressOf(url, resolve));
  const where = { host, port: url.port, path: `${url.pathname}${url.search}`, headers: { Host: url.host } };
  if (url.protocol === 'http:') return { isTls: false, ...where } as const;
  const [cert, key, ca] = await Promise.all(
    [config.NOTIFIER_TLS_CERTIFICATE, config.NOTIFIER_TLS_KEY, config.NOTIFIER_TRUST_LIST].map(async (file) =>
      file === undefined ? undefined : readFile(file),
    ),
  );
  return {
    isTls: true,
    ...where,
    port: url.port || '443',
    minVersion: 'TLSv1.2',
    ...(isIP(url.hostname) === 0 && { servername: url.hostname }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(ca && { ca }),
  } as const;
}

function post(
  { isTls, headers, ...options }: Awaited<ReturnType<typeof optionsFor>>,
  { id, body }: QueuedNotification,
  signal: AbortSignal,
): Promise<number> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestTls : requestPlain)({
      ...options,
      method: 'POST',
      agent: false,
      maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
      signal,
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
        'X-Request-ID': id,
      },
    });
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    // After an unrequested 101, Node drops the connection without an error.
    request.once('close', () => reject(new Error('not answered')));
    request.end(text);
  });
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('timed out'))));
}
