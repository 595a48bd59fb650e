import { z } from 'zod';
import { operation } from '../operation.ts';
import { lineOf, SandboxId } from './bounded-texts.ts';

export const InboxMessage = z.object({ at: z.string(), channel: z.string(), text: z.string(), code: z.string() });
export type InboxMessage = z.infer<typeof InboxMessage>;

/** Opens the telephone of a PSU that belongs to the workspace of a developer. */
const workspaceKey = lineOf(200).optional();

/** Something that a PSU's device asks it for. */
const DevicePrompt = z.object({ authorisationId: z.string(), at: z.string(), text: z.string() });

/** Lists confirmation requests on a PSU's device, newest first. Only the sandbox bank answers. */
export const readDevice = operation('bank.readDevice', {
  hop: 'read',
  request: z.object({ psuId: z.string(), workspaceKey }),
  reply: z.object({ prompts: z.array(DevicePrompt) }),
});

/** The PSU answers on its device; `answered` is false where nothing waits. Only the sandbox bank answers it. */
export const answerDevice = operation('bank.answerDevice', {
  hop: 'write',
  request: z.object({ psuId: z.string(), authorisationId: z.string(), approve: z.boolean(), workspaceKey }),
  reply: z.object({ answered: z.boolean() }),
});

/** The messages sent to a PSU, newest first; on request those of one authorisation, or the picture of one challenge. Only the sandbox bank answers it. */
export const readInbox = operation('bank.readInbox', {
  hop: 'read',
  request: z.object({
    psuId: z.string(),
    authorisationId: SandboxId.optional(),
    challengeId: SandboxId.optional(),
    workspaceKey,
  }),
  /** The picture is PNG in base64. */
  reply: z.object({ messages: z.array(InboxMessage), image: z.string().optional() }),
});
