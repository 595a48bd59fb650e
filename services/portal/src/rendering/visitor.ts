import type { Words } from '../words/words.ts';
import type { Language } from './languages.ts';

/** Visitor of a page, and its language. */
export interface Visitor {
  readonly language: Language;
  readonly words: Words;
  /** The `state` that the TPP put on the link, returned to the TPP. */
  readonly state?: string;
  readonly languageLinks: readonly { language: Language; name: string; href: string; isCurrent: boolean }[];
}
