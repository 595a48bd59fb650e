import {
  authenticatePsu,
  authoriseTransaction,
  declineAuthorisation,
  openRedirect,
  type ReplyOf,
  readInbox,
  readSession,
  readWorkspace,
  type ScaView,
  selectMethod,
  simulateInWorkspace,
  type Workspace,
} from '@xs2a/contracts';
import { type PortalContext } from '@xs2a/portal/extension';
import { z } from 'zod';
import { DeveloperError } from './answer-developer.ts';

/** Answers the link of a redirect in place of a browser. */
export const RedirectAnswer = z.strictObject({
  scaRedirect: z.string().max(2_000),
  answer: z.enum(['approve', 'decline']),
  /** The first PSU of the sandbox where none is named. */
  psuId: z.string().max(100).optional(),
  /** The first method of the PSU where none is named. */
  authenticationMethodId: z.string().max(35).optional(),
});
export type RedirectAnswer = z.infer<typeof RedirectAnswer>;

export interface Answered {
  readonly authorisationId: string;
  readonly scaStatus: ScaView['scaStatus'];
  /** Where the browser would go: TPP-Redirect-URI with its parameters, or TPP-Nok-Redirect-URI. */
  readonly returnUri?: string;
}

type Psu = Workspace['psus'][number];
type Stepped = ReplyOf<typeof authenticatePsu>;

/** State of the steps: the PSU, and the key of its sandbox. */
interface Journey {
  readonly bus: PortalContext['bus'];
  readonly key: string;
  readonly psu: Psu;
  readonly wish: RedirectAnswer;
}

/** Sign-in, choice of a method, one code or an answer on the device. */
const STEPS_MAX = 4;

/**
 * Takes the steps of the approval pages with the password and the codes of a developer's own PSU. What the pages refuse is refused
 * here too; a link of another TPP is unknown.
 */
export async function answerRedirect({ bus }: PortalContext, key: string, wish: RedirectAnswer): Promise<Answered> {
  const { workspace } = await bus.ask(readWorkspace, { key });
  const psu = workspace.psus.find(({ psuId }) => wish.psuId === undefined || psuId === wish.psuId);
  if (psu === undefined) throw new DeveloperError(400, 'psuId: no PSU of this sandbox');
  const redirectReference = referenceIn(wish.scaRedirect);
  const opened = await bus.ask(openRedirect, { redirectReference });
  if (opened.view.tppId !== workspace.tppId) throw new DeveloperError(404, 'scaRedirect: no link of your TPP');
  const { psuId, password } = psu;
  const signedIn = await bus.ask(authenticatePsu, { redirectReference, psuId, password, language: 'en' });
  return answerOf(await completeAuthorisation({ bus, key, psu, wish }, signedIn));
}

/** The reference at the end of the address; the address itself may be that of a proxy. */
function referenceIn(link: string): string {
  const [, found] = /\/sca\/([^/?#]+)$/.exec(link) ?? [];
  if (found === undefined) throw new DeveloperError(400, 'scaRedirect: must be the href of the link scaRedirect');
  try {
    return decodeURIComponent(found);
  } catch {
    throw new DeveloperError(400, 'scaRedirect: must be the href of the link scaRedirect');
  }
}

async function completeAuthorisation(journey: Journey, signedIn: Stepped): Promise<Stepped> {
  const { bus, wish } = journey;
  let { view, session } = signedIn;
  for (let steps = 0; steps < STEPS_MAX && view.step !== 'result'; steps++) {
    if (session === undefined || view.problem !== undefined) break;
    const next: Stepped =
      wish.answer === 'decline' ? await bus.ask(declineAuthorisation, { session }) : await step(journey, view, session);
    view = next.view;
    session = next.session ?? session;
  }
  return { view };
}

async function step({ bus, key, psu, wish }: Journey, view: ScaView, session: string): Promise<Stepped> {
  const { authorisationId } = view;
  const { psuId } = psu;
  switch (view.step) {
    case 'methodSelection': {
      const authenticationMethodId = wish.authenticationMethodId ?? view.scaMethods?.[0]?.authenticationMethodId ?? '';
      const offered = view.offeredAccounts?.map((account) => account.key);
      const accounts = view.content.kind === 'consent' ? offered : offered?.slice(0, 1);
      return bus.ask(selectMethod, { session, authenticationMethodId, language: 'en', ...(accounts && { accounts }) });
    }
    case 'transactionAuthorisation': {
      const { messages } = await bus.ask(readInbox, { psuId, authorisationId, workspaceKey: key });
      return bus.ask(authoriseTransaction, { session, scaAuthenticationData: messages[0]?.code ?? '-' });
    }
    case 'deviceApproval': {
      const simulation = { what: 'psuApproves', authorisationId } as const;
      const { done } = await bus.ask(simulateInWorkspace, { key, simulation });
      if (!done) throw new DeveloperError(409, 'the device of the PSU is silent, or its prompt has expired');
      return bus.ask(readSession, { session });
    }
    default:
      throw new DeveloperError(409, `the page does not go on at its step ${view.step}`);
  }
}

function answerOf({ view }: Stepped): Answered {
  const { authorisationId, scaStatus, step: reached, problem, returnUri } = view;
  if (reached !== 'result') {
    throw new DeveloperError(409, `the PSU cannot go on: ${problem ?? `the page is at its step ${reached}`}`);
  }
  return { authorisationId, scaStatus, ...(returnUri !== undefined && { returnUri }) };
}
