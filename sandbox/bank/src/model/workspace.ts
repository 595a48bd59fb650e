import { AccountReference, AccountWish, TppRole } from '@xs2a/contracts';
import { Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** An account of a workspace, as at its creation and after a reset. */
const WorkspaceAccount = z.object({
  /** Its number in the workspace, part of the id in the ledger. */
  number: z.int(),
  reference: AccountReference,
  owners: z.array(z.string()).min(1),
  ownerName: z.string(),
  signaturesNeeded: z.int(),
  wish: AccountWish,
});
export type WorkspaceAccount = z.infer<typeof WorkspaceAccount>;

const WorkspacePsu = z.object({
  psuId: z.string(),
  name: z.string(),
  corporateId: z.string().optional(),
  methods: z.array(z.enum(['sms', 'push', 'photo'])),
});
export type WorkspacePsu = z.infer<typeof WorkspacePsu>;

/** The sandbox of one developer (decision 83). */
export const StoredWorkspace = z.object({
  _id: z.string(),
  /** Index of its place, of which there are as many as permitted workspaces. Earlier workspaces have none, and count. */
  place: z.int().optional(),
  /** SHA-256 of the key that opens it. The key itself is not stored. */
  keyHash: z.string(),
  tppId: z.string(),
  name: z.string(),
  roles: z.array(TppRole),
  createdAt: z.date(),
  usedAt: z.date(),
  /** Increases with each reset, which replaces all accounts. */
  generation: z.int(),
  device: z.enum(['answering', 'silent']),
  bank: z.enum(['present', 'away']),
  /** When a simulated outage of the bank ends by itself. */
  awayUntil: z.date().optional(),
  /** Absent: payments are executed at once. */
  payments: z.enum(['executed', 'held']).optional(),
  /** Days by which the bank's clock is ahead for this workspace. */
  daysAhead: z.int(),
  psus: z.array(WorkspacePsu),
  accounts: z.array(WorkspaceAccount),
  /** Messages to the services about its clock. Workspaces created before clocks existed have none. */
  outbox: Outbox.optional(),
});
export type StoredWorkspace = z.infer<typeof StoredWorkspace>;

export const WORKSPACES = storedCollection('workspaces', StoredWorkspace, {
  indexes: [
    { key: { keyHash: 1 }, unique: true },
    { key: { usedAt: 1 } },
    { key: { place: 1 }, unique: true, partialFilterExpression: { place: { $exists: true } } },
  ],
});

/** Returns the id of an account in the ledger. Like all ids, it ends with the currency. */
export function ledgerIdOf(
  { _id, generation }: Pick<StoredWorkspace, '_id' | 'generation'>,
  { number, wish }: Pick<WorkspaceAccount, 'number' | 'wish'>,
): string {
  return `W${_id}-${generation}-${number}-${wish.currency}`;
}
