import { findStoredConsents, findStoredPayments, type ScaParent } from '@xs2a/contracts';
import type { ReferenceCheckContext } from '@xs2a/service-kit';

const FIND_STORED = {
  consent: findStoredConsents,
  fundsConsent: findStoredConsents,
  payment: findStoredPayments,
  cancellation: findStoredPayments,
  basket: findStoredPayments,
} as const satisfies Record<ScaParent['kind'], unknown>;

/** Returns ids of authorisations whose parent is still stored: they are evidence of who approved it (PSD2, Art. 72). */
export async function neededAuthorisations(
  ids: readonly string[],
  { db, bus }: ReferenceCheckContext,
): Promise<string[]> {
  const found = await db
    .collection<{ _id: string; parent: ScaParent }>('authorisations')
    .find({ _id: { $in: [...ids] } }, { projection: { parent: 1 } })
    .toArray();
  const stored = new Set<string>();
  for (const operation of [findStoredConsents, findStoredPayments]) {
    const parents = found.filter(({ parent }) => FIND_STORED[parent.kind] === operation).map(({ parent }) => parent.id);
    if (parents.length === 0) continue;
    for (const id of (await bus.ask(operation, { ids: [...new Set(parents)] })).ids) stored.add(id);
  }
  return found.filter(({ parent }) => stored.has(parent.id)).map(({ _id }) => _id);
}
