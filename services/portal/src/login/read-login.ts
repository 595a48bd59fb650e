import { type LoginView, readLogin as readLoginAtSca } from '@xs2a/contracts';
import type { Visit } from '../visits/open-visit.ts';
import { isErrorCase } from '../visits/page-error.ts';

/** A PSU who has proved both factors. */
export interface SignedInPsu {
  readonly psu: NonNullable<LoginView['psu']>;
  readonly accountNames: Record<string, string>;
}

/** Returns the present step of the sign-in. Undefined without a session, and after the session has ended. */
export async function readLogin({ context, session }: Visit): Promise<LoginView | undefined> {
  if (session === undefined) return undefined;
  try {
    return (await context.bus.ask(readLoginAtSca, { session })).view;
  } catch (error) {
    if (isErrorCase(error, 'scaSessionOver')) return undefined;
    throw error;
  }
}

/** Returns undefined while a step of the sign-in is due. */
export function signedInPsuOf(view: LoginView | undefined): SignedInPsu | undefined {
  if (view?.step !== 'result' || view.psu === undefined) return undefined;
  return { psu: view.psu, accountNames: view.accountNames ?? {} };
}
