import { z } from 'zod';

/** Dates and moments of answers, as the bank feeds them. Only the published document states their format: no feed is refused for it. */
export const DateText = z.string();
export const DateTimeText = z.string();
