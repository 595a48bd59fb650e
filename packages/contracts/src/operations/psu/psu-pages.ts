import { z } from 'zod';

/** Keeps a page far below the maximum size of a bus message. */
const PSU_PAGE_SIZE_MAX = 100;

/** A word that must be found: in a text, or because it is in the name that the bank gave to one of these accounts. */
export const SearchWord = z.object({ text: z.string().min(1).max(70), accounts: z.array(z.string()) });
export type SearchWord = z.infer<typeof SearchWord>;

/** Owner of the list. A PSU that signed in for a company sees the permissions of that company. */
export const listOwner = { psuId: z.string(), corporateId: z.string().optional() };

/** One page of what a PSU gave to TPPs, the newest first: of what counts now, or of what has ended. */
export const psuPage = {
  ...listOwner,
  ended: z.boolean(),
  /** All of them must be found. */
  search: z.array(SearchWord).max(70),
  page: z.int().min(1),
  size: z.int().min(1).max(PSU_PAGE_SIZE_MAX),
};
