import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { payeeQuestion } from '@xs2a/contracts';
import { z } from 'zod';
import { NOT_POSSIBLE, SCHEME_PATH, type SchemeAnswer, type SchemeQuestion, SchemeRequest } from './scheme-messages.ts';
import type { SchemeSettings } from './scheme-settings.ts';

const BODY_BYTES_MAX = 16_384;
/** The asking bank waits for five seconds, on the way included. */
const ANSWER_MS_MAX = 4_000;
/** How far the clocks of two banks may be apart. */
const CLOCKS_APART_MS_MAX = 60_000;

type Fault = 'FORMAT_ERROR' | 'CLIENT_INVALID' | 'CLIENT_INCONSISTENT' | 'TIMESTAMP_INVALID';
class SchemeFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

const Headers = z.object({ 'x-request-id': z.uuid(), 'x-request-timestamp': z.iso.datetime({ offset: true }) });

/** Answers for the accounts of this bank. `NOAP` for one that it does not have. */
type AnswerOwn = (question: SchemeQuestion) => Promise<SchemeAnswer>;

interface ServedScheme extends AsyncDisposable {
  readonly port: number;
}

/** Serves the EPC interface to the participants of the directory, over mutual TLS. */
export async function serveOtherBanks(settings: SchemeSettings, answerOwn: AnswerOwn): Promise<ServedScheme> {
  const { server: own, trust: ca, port } = settings;
  const server = createServer(
    { cert: own.certificate, key: own.key, ca, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    (incoming, response) => void respond(settings, answerOwn, incoming, response),
  );
  server.listen(port);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respond(
  settings: SchemeSettings,
  answerOwn: AnswerOwn,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = incoming.headers['x-request-id'];
  const send = (status: number, body: object): void => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      ...(typeof requestId === 'string' && z.uuid().safeParse(requestId).success && { 'X-Request-ID': requestId }),
    });
    response.end(JSON.stringify(body));
  };
  try {
    if (incoming.url !== SCHEME_PATH) return send(404, { code: 'FORMAT_ERROR' });
    if (incoming.method !== 'POST') return send(405, { code: 'FORMAT_ERROR' });
    const question = await readQuestion(settings, incoming);
    send(200, await inTime(answerOwn(question)));
  } catch (error) {
    if (error instanceof SchemeFault) return send(error.fault === 'CLIENT_INVALID' ? 403 : 400, { code: error.fault });
    // Own outage: not possible, without a reason.
    send(200, NOT_POSSIBLE);
  }
}

async function readQuestion({ banks }: SchemeSettings, incoming: IncomingMessage): Promise<SchemeQuestion> {
  const headers = Headers.safeParse(incoming.headers);
  if (!headers.success) throw new SchemeFault('FORMAT_ERROR');
  const { 'x-request-id': requestId, 'x-request-timestamp': sentAt } = headers.data;
  if (Math.abs(Date.now() - Date.parse(sentAt)) > CLOCKS_APART_MS_MAX) throw new SchemeFault('TIMESTAMP_INVALID');
  const parsed = SchemeRequest.safeParse(await readBody(incoming));
  if (!parsed.success) throw new SchemeFault('FORMAT_ERROR');
  const { requestingAgent, ...body } = parsed.data;
  const asking = banks.find(({ bic }) => bic === requestingAgent.financialInstitutionId.bicfi);
  const { subject } = (incoming.socket as TLSSocket).getPeerCertificate();
  const organisation = (subject as Partial<Record<string, string>>)['organizationIdentifier'];
  if (!banks.some((bank) => bank.organisation === organisation)) throw new SchemeFault('CLIENT_INVALID');
  if (asking?.organisation !== organisation) throw new SchemeFault('CLIENT_INCONSISTENT');
  return { requestId, ...payeeQuestion(body) };
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  if (Number(incoming.headers['content-length'] ?? Number.NaN) > BODY_BYTES_MAX) throw new SchemeFault('FORMAT_ERROR');
  let bytes = 0;
  const bounded = incoming.map((chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new SchemeFault('FORMAT_ERROR');
    return chunk;
  });
  try {
    return await json(bounded);
  } catch {
    throw new SchemeFault('FORMAT_ERROR');
  }
}

async function inTime(answer: Promise<SchemeAnswer>): Promise<SchemeAnswer> {
  const { promise: late, resolve } = Promise.withResolvers<SchemeAnswer>();
  const timer = setTimeout(resolve, ANSWER_MS_MAX, NOT_POSSIBLE);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
