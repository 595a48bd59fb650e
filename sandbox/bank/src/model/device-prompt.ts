import { type Machine, OfferedAccount } from '@xs2a/contracts';
import { History, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Seconds after which prompts are deleted. Whether one can still be answered depends on `expiresAt` alone. */
const DELETED_AFTER_SECONDS = 86_400;

const DevicePromptStatus = z.enum(['waiting', 'approved', 'declined', 'replaced', 'withdrawn']);
type DevicePromptStatus = z.infer<typeof DevicePromptStatus>;

const DEVICE_PROMPT_STATUS_MACHINE = {
  waiting: { approved: 'approved', declined: 'declined', replaced: 'replaced', withdrawn: 'withdrawn' },
  approved: {},
  declined: {},
  replaced: {},
  withdrawn: {},
} as const satisfies Machine<DevicePromptStatus>;

/** A request on a PSU's device to approve or decline exactly this content, without a code. `_id` is the challenge's. */
export const StoredDevicePrompt = z.object({
  _id: z.string(),
  psuId: z.string(),
  authorisationId: z.string(),
  contentHash: z.string(),
  text: z.string(),
  /** The PSU chooses the one that pays. */
  offeredAccounts: z.array(OfferedAccount).optional(),
  at: z.date(),
  expiresAt: z.date(),
  status: DevicePromptStatus,
  outbox: Outbox,
  history: History,
});
export type StoredDevicePrompt = z.infer<typeof StoredDevicePrompt>;

export const DEVICE_PROMPTS = storedCollection('devicePrompts', StoredDevicePrompt, {
  indexes: [
    { key: { psuId: 1, at: -1 } },
    // At most one prompt of an authorisation is waiting: the newest.
    { key: { authorisationId: 1 }, unique: true, partialFilterExpression: { status: 'waiting' } },
    { key: { at: 1 }, expireAfterSeconds: DELETED_AFTER_SECONDS },
  ],
  status: { field: 'status', machine: DEVICE_PROMPT_STATUS_MACHINE },
});
