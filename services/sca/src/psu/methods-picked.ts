import type { ScaMethod } from '@xs2a/contracts';

/**
 * Returns those of the PSU's methods that match the kind picked before the PSU was identified: the method with this id, or all of
 * its type.
 */
export function methodsPicked(methods: readonly ScaMethod[], picked: ScaMethod | undefined): readonly ScaMethod[] {
  if (picked === undefined) return methods;
  const same = methods.filter(({ authenticationMethodId: id }) => id === picked.authenticationMethodId);
  return same.length > 0 ? same : methods.filter(({ authenticationType: type }) => type === picked.authenticationType);
}
