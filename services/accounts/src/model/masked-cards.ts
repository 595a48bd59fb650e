import { type AccountReference, maskReference } from '@xs2a/contracts';

interface Sides {
  readonly creditorAccount?: AccountReference | undefined;
  readonly debtorAccount?: AccountReference | undefined;
}

/** Masks the card numbers of both sides (decision 19). */
export function withMaskedCards<Item extends Sides>(item: Item): Item {
  const { creditorAccount, debtorAccount } = item;
  return {
    ...item,
    ...(creditorAccount && { creditorAccount: maskReference(creditorAccount) }),
    ...(debtorAccount && { debtorAccount: maskReference(debtorAccount) }),
  };
}
