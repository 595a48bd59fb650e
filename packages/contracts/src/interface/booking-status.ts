import { z } from 'zod';

export const BookingStatus = z.enum(['booked', 'pending', 'both', 'information', 'all']);
export type BookingStatus = z.infer<typeof BookingStatus>;
