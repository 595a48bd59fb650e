import { verifyOwnPayee } from '../connector/verify-payee.ts';
import type { BankContext } from '../context.ts';

/** Becomes a participant of the scheme: asks other banks for their payees, and answers for its own. */
export async function joinScheme(context: BankContext, file: string): Promise<void> {
  // Loaded only if the sandbox is a participant.
  const { OtherBanks, readSchemeSettings, serveOtherBanks } = await import('@xs2a/payee-scheme');
  const settings = readSchemeSettings(file);
  context.payeeScheme.otherBanks = context.beside.use(new OtherBanks(settings));
  context.beside.use(await serveOtherBanks(settings, (question) => verifyOwnPayee(context, question)));
}
