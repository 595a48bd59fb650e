import { z } from 'zod';

/** The camt messages of reports (decision 19): 053 contains only booked entries, 052 also pending ones. */
export const ReportMessage = z.enum(['camt.053', 'camt.052']);
export type ReportMessage = z.infer<typeof ReportMessage>;
