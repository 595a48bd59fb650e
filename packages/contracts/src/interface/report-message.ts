import { z } from 'zod';

/** The camt messages that reports come in (decision 19): 053 holds booked entries alone, 052 pending ones too. */
export const ReportMessage = z.enum(['camt.053', 'camt.052']);
export type ReportMessage = z.infer<typeof ReportMessage>;
