import { z } from 'zod';

/** A BIC (ISO 9362). */
export const Bic = z
  .string()
  .regex(/^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters, such as ZABAHR2X');
