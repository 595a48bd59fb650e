import type { Request, Response } from 'express';
import type { PortalRoom } from '../context.ts';
import { chooseLanguage, isLanguage, type Language, WORDS } from '../rendering/languages.ts';
import type { Words } from '../words/words.ts';
import { languageCookie, readCookie, setLanguageCookie } from './cookies.ts';

/** Longest `state` of a TPP that is carried through. */
const STATE_CHARACTERS_MAX = 500;

/** Who looks at a page, and in which language. */
export interface Visitor {
  readonly language: Language;
  readonly words: Words;
  /** What the TPP put on the link as `state`, to be given back. */
  readonly state?: string;
  readonly languageLinks: readonly { language: Language; name: string; href: string; isCurrent: boolean }[];
}

/** Reads language and `state` of a request; a language chosen by `?lang=` is remembered. */
export function receiveVisitor(request: Request, response: Response, room: PortalRoom): Visitor {
  const offered = room.profile.languages;
  const remembered = readCookie(request, languageCookie(room.isSecure));
  const asked = request.query['lang'];
  const language = chooseLanguage(asked, remembered, request.headers['accept-language'], offered);
  if (isLanguage(asked) && asked === language && remembered !== language) {
    setLanguageCookie(response, language, room.isSecure);
  }
  const state = readState(request);
  return {
    language,
    words: WORDS[language],
    ...(state !== undefined && { state }),
    languageLinks: offered.map((other) => ({
      language: other,
      name: WORDS[other].languageName,
      // Relative to the page: the path never becomes part of a link.
      href: `?${new URLSearchParams({ ...(state !== undefined && { state }), lang: other }).toString()}`,
      isCurrent: other === language,
    })),
  };
}

/** The `state` of the link, or of the form that was sent from its page. Unusable ones are refused by the pages' door. */
function readState(request: Request): string | undefined {
  const body = request.body as Record<string, unknown> | undefined;
  const state = request.query['state'] ?? body?.['state'];
  return isState(state) ? state : undefined;
}

export function isState(state: unknown): state is string {
  return typeof state === 'string' && state !== '' && state.length <= STATE_CHARACTERS_MAX;
}
