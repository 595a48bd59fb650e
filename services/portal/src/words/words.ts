import type { en } from './en.ts';

export type Words = typeof en;
/** Errors with a separate text. */
export type PageErrorKind = keyof Words['errors'];
