import { z } from 'zod';
import { BrandMessages } from './brand-messages.ts';
import { coloursOf } from './colours.ts';

/** Files are in the folder of the profile. Names have no folders, so that one ConfigMap can contain profile and files. */
const Picture = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'must name a file beside the profile')
  .refine((name) => /\.(svg|png)$/.test(name), 'must be an SVG or PNG (.svg, .png)');
const Typeface = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'must name a file beside the profile')
  .refine((name) => name.endsWith('.woff2'), 'must be a typeface in woff2 (.woff2)');
const Link = z.partialRecord(z.enum(['hr', 'en']), z.url({ protocol: /^https$/, hostname: z.regexes.domain }));

/** Appearance and wording of the bank's pages and messages. */
export const Brand = z.strictObject({
  logo: z
    .strictObject({
      light: Picture.describe('logo on light ground, SVG or PNG of at most 64 KiB, shown 36 pixels high'),
      dark: Picture.optional().describe('logo on dark ground; if absent, the one on light ground'),
      icon: Picture.optional().describe('picture in the tab of the browser; if absent, the logo'),
      hasName: z
        .boolean()
        .default(false)
        .describe('whether the logo shows the name of the bank, which then is not written beside it'),
    })
    .describe('pictures of the bank'),
  colours: z
    .strictObject({
      light: coloursOf('light').describe('colours in the light scheme'),
      dark: coloursOf('dark').describe('colours in the dark scheme'),
    })
    .describe(
      'colours of the pages: accent and onAccent, and those of the neutral ones that the bank replaces. A pair without the contrast of WCAG 2.2 AA is refused',
    ),
  typeface: z
    .strictObject({
      regular: Typeface.describe('normal weight, woff2 of at most 200 KiB, with the letters č, ć, đ, š and ž'),
      bold: Typeface.optional().describe('weight of headings; if absent, the browser makes it from the normal one'),
    })
    .optional()
    .describe('typeface of the bank; if absent, that of the device'),
  contact: z
    .strictObject({
      phone: z
        .string()
        .regex(/^\+[1-9][0-9 ]{5,20}$/, 'must be an international number such as +385 1 2345 678')
        .describe('telephone of the bank for PSUs'),
      page: Link.describe('page on which PSUs reach the bank, for each language'),
    })
    .describe('how PSUs reach the bank'),
  privacy: Link.describe('notice about personal data (GDPR, Article 13), for each language'),
  imprint: Link.describe('who the bank is, for each language'),
  messages: BrandMessages.optional().describe(
    'own words of the messages beside a code, for each kind and language, with placeholders such as {amount}; a placeholder that is unknown or that the PSU must see and does not is refused',
  ),
});
export type Brand = z.infer<typeof Brand>;

/** All files of a brand, with their settings. */
export function brandFiles({ logo, typeface }: Brand): { path: readonly string[]; name: string }[] {
  const named = { logo, typeface };
  return Object.entries(named).flatMap(([group, files]) =>
    Object.entries(files ?? {}).flatMap(([setting, name]) =>
      typeof name === 'string' ? [{ path: ['brand', group, setting], name }] : [],
    ),
  );
}
