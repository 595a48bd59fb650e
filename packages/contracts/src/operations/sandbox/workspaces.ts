import { z } from 'zod';
import { TppRole } from '../../values/parties.ts';
import { operation } from '../operation.ts';
import { lineOf, SandboxId } from './bounded-texts.ts';

/** Limits of one workspace, so that no developer fills a shared sandbox. */
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

/** An account to be created for a developer, with a generated history. */
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
  /** More than one: a company all of whose signers must approve. */
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
  /** Name of the TPP, in its certificates and on the pages of its PSUs. */
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

/** Simulations at the sandbox bank for one workspace. */
export const WorkspaceSimulation = z.discriminatedUnion('what', [
  /** `silent`: confirmation requests do not reach the device. */
  z.strictObject({ what: z.literal('device'), state: z.enum(['answering', 'silent']) }),
  /** `away`: the bank does not answer for the PSUs and accounts of this workspace. */
  z.strictObject({
    what: z.literal('bank'),
    state: z.enum(['present', 'away']),
    /** Minutes after which it comes back by itself; otherwise it comes back on request. */
    minutes: z.int().min(1).max(1_440).optional(),
  }),
  /** `held`: the bank accepts payments but executes none until their status is pushed. */
  z.strictObject({ what: z.literal('payments'), state: z.enum(['executed', 'held']) }),
  /** The bank reports a status of a payment. ACSC books a held one, RJCT and CANC end it, ACCC follows a booked one. */
  z.strictObject({
    what: z.literal('paymentStatus'),
    /** Default: the oldest held one. */
    paymentId: SandboxId.optional(),
    transactionStatus: z.enum(['ACSC', 'ACCC', 'RJCT', 'CANC']),
    /** For RJCT: an ISO 20022 external status reason. */
    reasonCode: z
      .string()
      .regex(/^[A-Z0-9]{4}$/, 'must be a code of ISO 20022 such as AM04')
      .optional(),
  }),
  /** Codes and confirmation requests that were sent but not used expire now. */
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
  /** Moves the clock of this workspace, and processes what is due on each of these days. Only a reset puts it back. */
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
    /** Time when an unavailable bank comes back by itself. */
    bankBackAt: z.string().optional(),
    payments: z.enum(['executed', 'held']),
    /** Payments waiting for a status, oldest first. */
    held: z.array(z.string()),
    /** Current day in this workspace. */
    today: z.string(),
  }),
});
export type Workspace = z.infer<typeof Workspace>;

const IssuedPair = z.object({ certificate: z.string(), key: z.string() });
const WithKey = z.object({ key: lineOf(200) });

/** Creates a TPP, its certificates and PSUs for one developer. The key is returned once: the bank stores its hash. */
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

/** Issues more certificates for the TPP of a workspace. Their keys are not stored. */
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

/** Restores the initial state of all accounts; numbers, PSU-IDs and passwords stay the same. */
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

/** Deletes accounts of a developer with all their data. */
export const forgetAccounts = operation('accounts.forgetAccounts', {
  hop: 'write',
  request: z.object({ bankAccountIds: z.array(SandboxId).max(100) }),
  reply: z.object({ forgotten: z.number() }),
});
