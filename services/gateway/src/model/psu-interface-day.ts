import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A day of one of the bank's own PSU interfaces, as measured by the bank (EBA/GL/2018/07, 3.2). */
export const PsuInterfaceDay = z.object({
  /** Date and interface name. */
  _id: z.string(),
  date: z.string(),
  name: z.string(),
  downSeconds: z.int(),
  pispMs: z.number().optional(),
  aispMs: z.number().optional(),
  cbpiiMs: z.number().optional(),
  errorPercent: z.number().optional(),
});
export type PsuInterfaceDay = z.infer<typeof PsuInterfaceDay>;

export const PSU_INTERFACE_DAYS = storedCollection('psuInterfaceDays', PsuInterfaceDay, {
  indexes: [{ key: { date: 1, name: 1 } }],
});
