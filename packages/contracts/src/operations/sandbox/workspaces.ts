import { z } from 'zod';
import { TppRole } from '../../values/parties.ts';
import { operation } from '../operation.ts';
import { lineOf, SandboxId } from './bounded-texts.ts';

/** Bounds of one workspace, so that nobody fills a shared sandbox. */
export const WORKSPACE_LIMITS = { psus: 12, accountsPerPsu: 4, historyMonths: 24, signers: 3 } as const;
/** Currencies in which the sandbox bank keeps accounts. */
export const WORKSPACE_CURRENCIES = ['EUR', 'USD', 'CHF'] as const;

const Money = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount such as 1500.00');
const Name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N} .,'&/+()-]+$/u, "may have letters, digits, blanks and .,'&/+()-");

/** An account that a developer wishes, with the history that is generated for it. */
export const AccountWish = z.strictObject({
  kind: z.enum(['current', 'savings', 'card']).default('current'),
  currency: z.enum(WORKSPACE_CURRENCIES).default('EUR'),
  /** Balance; for a card, the amount owed. */
  balance: Money.default('1500.00'),
  /** Months of booked entries before today; 0 for none. */
  months: z.int().min(0).max(WORKSPACE_LIMITS.historyMonths).default(3),
  /** Received on the 10th of each month. */
  salary: Money.optional(),
  /** Paid on the 12th of each month. */
  rent: Money.optional(),
});
export type AccountWish = z.infer<typeof AccountWish>;

/** A PSU, or the signers of a company, with accounts. */
export const PsuWish = z.strictObject({
  name: Name.default('Test user'),
  /** More than one: a company whose signers must all approve. */
  signers: z.int().min(1).max(WORKSPACE_LIMITS.signers).default(1),
  methods: z
    .array(z.enum(['sms', 'push', 'photo']))
    .max(3)
    .default(['sms', 'push']),
  accounts: z
    .array(AccountWish)
    .min(1)
    .max(WORKSPACE_LIMITS.accountsPerPsu)
    .default([AccountWish.parse({})]),
});
export type PsuWish = z.infer<typeof PsuWish>;

export const WorkspaceWish = z.strictObject({
  /** Of the TPP, in its certificates and on the pages of its PSUs. */
  name: Name.default('My TPP'),
  roles: z
    .array(TppRole)
    .min(1)
    .default([...TppRole.options]),
  psus: z
    .array(PsuWish)
    .min(1)
    .max(6)
    .default([PsuWish.parse({})]),
});
export type WorkspaceWish = z.infer<typeof WorkspaceWish>;

/** Simulations at the sandbox bank of one workspace. */
export const WorkspaceSimulation = z.discriminatedUnion('what', [
  /** `silent`: prompts reach no device, and nobody answers. */
  z.strictObject({ what: z.literal('device'), state: z.enum(['answering', 'silent']) }),
  /** `away`: the bank answers nothing about the PSUs and accounts of this workspace. */
  z.strictObject({
    what: z.literal('bank'),
    state: z.enum(['present', 'away']),
    /** After so many it comes back by itself; otherwise when it is let back. */
    minutes: z.int().min(1).max(1_440).optional(),
  }),
  /** `held`: the bank takes payments and executes none of them until their status is pushed. */
  z.strictObject({ what: z.literal('payments'), state: z.enum(['executed', 'held']) }),
  /** The bank reports what becomes of a payment. ACSC books a held one, RJCT and CANC end it, ACCC follows what was booked. */
  z.strictObject({
    what: z.literal('paymentStatus'),
    /** The oldest held one where none is named. */
    paymentId: SandboxId.optional(),
    transactionStatus: z.enum(['ACSC', 'ACCC', 'RJCT', 'CANC']),
    /** Of RJCT: an ISO 20022 external status reason. */
    reasonCode: z
      .string()
      .regex(/^[A-Z0-9]{4}$/, 'must be a code of ISO 20022 such as AM04')
      .optional(),
  }),
  /** Codes and prompts that were sent and not yet used expire now. */
  z.strictObject({ what: z.literal('codesExpire') }),
  z.strictObject({ what: z.literal('psuDeclines'), authorisationId: SandboxId }),
  z.strictObject({ what: z.literal('psuApproves'), authorisationId: SandboxId }),
  z.strictObject({
    what: z.literal('fundsArrive'),
    iban: lineOf(34),
    amount: Money.default('100.00'),
    currency: z.enum(WORKSPACE_CURRENCIES).default('EUR'),
    from: Name.default('Test payer'),
    text: lineOf(140).default('Test'),
  }),
  /** The clock of this workspace goes on, and what is due on each of these days happens. Only a reset puts it back. */
  z.strictObject({ what: z.literal('daysPass'), days: z.int().min(1).max(366).default(1) }),
]);
export type WorkspaceSimulation = z.infer<typeof WorkspaceSimulation>;

export const WorkspaceAccount = z.object({
  iban: z.string().optional(),
  maskedPan: z.string().optional(),
  currency: z.string(),
  product: z.string(),
  balance: z.string(),
});

export const WorkspacePsu = z.object({
  psuId: z.string(),
  password: z.string(),
  name: z.string(),
  corporateId: z.string().optional(),
  methods: z.array(z.string()),
  accounts: z.array(WorkspaceAccount),
});

/** The sandbox of one developer. */
export const Workspace = z.object({
  id: z.string(),
  tppId: z.string(),
  name: z.string(),
  roles: z.array(TppRole),
  createdAt: z.string(),
  /** It is deleted on this day unless it is used before. */
  endsOn: z.string(),
  psus: z.array(WorkspacePsu),
  simulation: z.object({
    device: z.enum(['answering', 'silent']),
    bank: z.enum(['present', 'away']),
    /** When a bank that is away comes back by itself. */
    bankBackAt: z.string().optional(),
    payments: z.enum(['executed', 'held']),
    /** Payments that wait for their status, oldest first. */
    held: z.array(z.string()),
    /** The day in this workspace. */
    today: z.string(),
  }),
});
export type Workspace = z.infer<typeof Workspace>;

const IssuedPair = z.object({ certificate: z.string(), key: z.string() });
const WithKey = z.object({ key: lineOf(200) });

/** A TPP, its certificates and PSUs for one developer. The key is told once: the bank stores its hash. */
export const createWorkspace = operation('bank.createWorkspace', {
  hop: 'write',
  request: WorkspaceWish.extend({
    address: lineOf(64).optional().describe('Address of the registering developer; each address has a rate limit.'),
  }),
  reply: z.object({
    workspace: Workspace,
    key: z.string(),
    qwac: IssuedPair,
    qseal: IssuedPair,
    authority: z.string(),
  }),
});

export const readWorkspace = operation('bank.readWorkspace', {
  hop: 'read',
  request: WithKey,
  reply: z.object({ workspace: Workspace }),
});

/** More certificates of the TPP of a workspace. Their keys are not stored. */
export const issueWorkspaceCertificate = operation('bank.issueWorkspaceCertificate', {
  hop: 'write',
  request: WithKey.extend({ kind: z.enum(['qwac', 'qseal']), roles: z.array(TppRole).min(1).optional() }),
  reply: IssuedPair.extend({ authority: z.string() }),
});

export const addWorkspacePsus = operation('bank.addWorkspacePsus', {
  hop: 'write',
  request: WithKey.extend({ psu: PsuWish }),
  reply: z.object({ workspace: Workspace }),
});

/** All accounts begin anew, with their numbers, PSU-IDs and passwords. */
export const resetWorkspace = operation('bank.resetWorkspace', {
  hop: 'write',
  request: WithKey,
  reply: z.object({ workspace: Workspace }),
});

export const deleteWorkspace = operation('bank.deleteWorkspace', {
  hop: 'write',
  request: WithKey,
  reply: z.object({ deleted: z.boolean() }),
});

export const simulateInWorkspace = operation('bank.simulateInWorkspace', {
  hop: 'write',
  request: WithKey.extend({ simulation: WorkspaceSimulation }),
  reply: z.object({
    workspace: Workspace,
    done: z.boolean().describe('False if nothing could be done, or if days are still passing.'),
  }),
});
