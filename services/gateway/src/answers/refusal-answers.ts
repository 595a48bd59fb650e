import { FAULTS_MAX, REFUSALS } from '@xs2a/contracts';
import { z } from 'zod';
import { RemedyLinks } from './link-answers.ts';

const CODES = [...new Set(Object.values(REFUSALS).flatMap((refusal) => ('code' in refusal ? [refusal.code] : [])))];

/** The Berlin Group message codes that this service uses (decision 11). */
export const MessageCode = z.enum(CODES as [string, ...string[]]);

/** The `tppMessages` format of the standard. */
export const TppMessages = z.strictObject({
  tppMessages: z
    .array(
      z.strictObject({
        category: z.literal('ERROR'),
        code: MessageCode,
        path: z.string().optional(),
        text: z.string().max(500),
      }),
    )
    .min(1)
    .max(FAULTS_MAX),
  _links: RemedyLinks.optional(),
});

/** Problem details (RFC 7807). */
export const Problem = z.strictObject({
  type: z.string().max(70),
  title: z.string().max(70),
  detail: z.string().max(500),
  code: MessageCode,
  additionalErrors: z
    .array(z.strictObject({ detail: z.string().max(500), code: MessageCode }))
    .max(FAULTS_MAX - 1)
    .optional(),
  _links: RemedyLinks.optional(),
});
