import { z } from 'zod';

/** Dates and times in answers, as fed by the bank. Their format is only in the published document: no feed is refused for it. */
export const DateText = z.string();
export const DateTimeText = z.string();
