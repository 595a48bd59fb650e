import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { type Operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import {
  Bus,
  HEADER,
  KEY_HOLDERS,
  MessageProtection,
  readKeysFolder,
  refusalMessage,
  serviceKeysEnv,
  toPayload,
  withHead,
  writeServiceKeys,
} from '@xs2a/service-kit';
import { testIdentity } from './identities.ts';

const folders = new Map<string, string>();

/** Returns the folder with keys of all services, created once for this process and deleted with it; optionally without the bank's. */
export function testKeysFolder(bank: 'bankWithKeys' | 'bankWithoutKeys' = 'bankWithKeys'): string {
  const known = folders.get(bank);
  if (known !== undefined) return known;
  const made = mkdtempSync(join(tmpdir(), 'xs2a-keys-'));
  const holders = KEY_HOLDERS.filter((service) => bank === 'bankWithKeys' || service !== 'bank');
  writeServiceKeys(made, holders);
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  folders.set(bank, made);
  return made;
}

/** Returns the variables with the keys of a service and its identity on the bus. */
export function testKeys(
  service: string,
  folder = testKeysFolder(),
): ReturnType<typeof serviceKeysEnv> & ReturnType<typeof testIdentity> {
  return { ...serviceKeysEnv(folder, service), ...testIdentity(service) };
}

/** Connects a participant with the keys of every service, and the permissions of all of them. */
export function connectAsAnyService(url: string, name = 'test'): Promise<Bus> {
  return Bus.connect(url, name, { protection: new MessageProtection(readKeysFolder(testKeysFolder())) });
}

/** Answers an operation in place of its service, within its contract, and sealed if the request was sealed. */
export function standIn<O extends Operation>(
  bus: Bus,
  { subject, request, reply }: O,
  answer: (request: RequestOf<O>) => ReplyOf<O> | Promise<ReplyOf<O>>,
): Subscription {
  return answerSubject(bus, subject, async (asked) => {
    return reply.parse(await answer(request.parse(asked) as RequestOf<O>));
  });
}

/** Like {@link standIn}, with any answer. */
export function answerSubject(bus: Bus, subject: string, answer: (request: unknown) => unknown): Subscription {
  return bus.connection.subscribe(subject, {
    callback: (_, message) => void answerMessage(bus, subject, message, answer),
  });
}

async function answerMessage(bus: Bus, subject: string, message: Msg, answer: (request: unknown) => unknown) {
  const opened = await bus.protection.open(subject, message.string(), message.headers?.get(HEADER.signature));
  const { sealReply } = opened;
  try {
    const { payload, head } = toPayload(await answer(JSON.parse(opened.payload)));
    message.respond(
      sealReply ? await sealReply({ payload: String(payload), isRefusal: false }) : payload,
      withHead(head),
    );
  } catch (error) {
    if (!(error instanceof Xs2aError)) throw error;
    const { headers, payload } = refusalMessage(error);
    message.respond(sealReply ? await sealReply({ payload, isRefusal: true }) : payload, { headers });
  }
}
