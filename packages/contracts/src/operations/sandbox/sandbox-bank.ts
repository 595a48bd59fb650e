import { z } from 'zod';
import { operation } from '../operation.ts';
import { OfferedAccount } from '../sca-pages.ts';
import { lineOf, SandboxId } from './bounded-texts.ts';

export const InboxMessage = z.object({ at: z.string(), channel: z.string(), text: z.string(), code: z.string() });
export type InboxMessage = z.infer<typeof InboxMessage>;

/** Grants access to the phone of a PSU in a developer's workspace. */
const workspaceKey = lineOf(200).optional();

/** A confirmation request on a PSU's device. */
const DevicePrompt = z.object({
  authorisationId: z.string(),
  at: z.string(),
  text: z.string(),
  /** One of them pays the order. */
  offeredAccounts: z.array(OfferedAccount).optional(),
});

/** Lists confirmation requests on a PSU's device, newest first. Only the sandbox bank answers. */
export const readDevice = operation('bank.readDevice', {
  hop: 'read',
  request: z.object({ psuId: z.string(), workspaceKey }),
  reply: z.object({ prompts: z.array(DevicePrompt) }),
});

/** The PSU answers on its device; `answered` is false if no request is pending. Only the sandbox bank answers. */
export const answerDevice = operation('bank.answerDevice', {
  hop: 'write',
  request: z.object({
    psuId: z.string(),
    authorisationId: z.string(),
    approve: z.boolean(),
    account: SandboxId.optional(),
    workspaceKey,
  }),
  reply: z.object({ answered: z.boolean() }),
});

/**
 * Messages sent to a PSU, newest first; optionally only those of one authorisation, or the image of one challenge. Only the
 * sandbox bank answers.
 */
export const readInbox = operation('bank.readInbox', {
  hop: 'read',
  request: z.object({
    psuId: z.string(),
    authorisationId: SandboxId.optional(),
    challengeId: SandboxId.optional(),
    workspaceKey,
  }),
  /** The image is PNG in base64. */
  reply: z.object({ messages: z.array(InboxMessage), image: z.string().optional() }),
});
