import { CHECKS_OF_ACCESS } from './checks-of-access.ts';
import { CHECKS_OF_OPERATION } from './checks-of-operation.ts';
import type { SecurityCheck } from './security-check.ts';

/** Questions in the order in which a security officer reads them. */
export const SECURITY_CHECKS: readonly SecurityCheck[] = [...CHECKS_OF_ACCESS, ...CHECKS_OF_OPERATION];
