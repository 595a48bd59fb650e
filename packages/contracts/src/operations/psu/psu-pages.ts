import { z } from 'zod';

/** Keeps a page far below the maximum size of a bus message. */
const PSU_PAGE_SIZE_MAX = 100;

/** A word to search for: in a text, or in the bank's names of these accounts. */
export const SearchWord = z.object({ text: z.string().min(1).max(70), accounts: z.array(z.string()) });
export type SearchWord = z.infer<typeof SearchWord>;

/** Owner of the list. A PSU that signed in for a company sees the permissions of that company. */
export const listOwner = { psuId: z.string(), corporateId: z.string().optional() };

/** One page of the PSU's permissions for TPPs, newest first: active or ended ones. */
export const psuPage = {
  ...listOwner,
  ended: z.boolean(),
  /** All words must be found. */
  search: z.array(SearchWord).max(70),
  page: z.int().min(1),
  size: z.int().min(1).max(PSU_PAGE_SIZE_MAX),
};
