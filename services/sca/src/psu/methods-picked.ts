import type { ScaMethod } from '@xs2a/contracts';

/** Of the PSU's methods those of the kind that was picked before the PSU was known: the one of this id, or all of its type. */
export function methodsPicked(methods: readonly ScaMethod[], picked: ScaMethod | undefined): readonly ScaMethod[] {
  if (picked === undefined) return methods;
  const same = methods.filter(({ authenticationMethodId: id }) => id === picked.authenticationMethodId);
  return same.length > 0 ? same : methods.filter(({ authenticationType: type }) => type === picked.authenticationType);
}
