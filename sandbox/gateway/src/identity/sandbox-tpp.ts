import { SANDBOX_TPP, SANDBOX_TPPS } from '@xs2a/certificates';
import { type Tpp, Xs2aError } from '@xs2a/contracts';

/** Returns the test TPP that a request names, or the default one. */
export function sandboxTpp(id: string = SANDBOX_TPP): Tpp {
  const known = SANDBOX_TPPS.get(id);
  if (known === undefined) {
    const accepted = [...SANDBOX_TPPS].filter(([, { refused }]) => refused === undefined).map(([name]) => name);
    throw new Xs2aError('certificateInvalid', { path: 'X-Sandbox-TPP', text: `must be one of ${accepted.join(', ')}` });
  }
  if (known.refused !== undefined) throw new Xs2aError(known.refused);
  return { id, name: known.name, roles: [...known.roles] };
}
