import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { chooseLanguage, isLanguage, WORDS } from '../rendering/languages.ts';
import type { Visitor } from '../rendering/visitor.ts';
import { languageCookie, readCookie, setLanguageCookie } from './cookies.ts';

/** Longest `state` of a TPP that is returned to it. */
const STATE_CHARACTERS_MAX = 500;

/** Reads language and `state` of a request. A language chosen by `?lang=` is stored in a cookie. */
export function receiveVisitor(request: Request, response: Response, context: PortalContext): Visitor {
  const offered = context.profile.languages;
  const remembered = readCookie(request, languageCookie(context.isSecure));
  const asked = request.query['lang'];
  const language = chooseLanguage(asked, remembered, request.headers['accept-language'], offered);
  if (isLanguage(asked) && asked === language && remembered !== language) {
    setLanguageCookie(response, language, context.isSecure);
  }
  const state = readState(request);
  return {
    language,
    words: WORDS[language],
    ...(state !== undefined && { state }),
    languageLinks: offered.map((other) => ({
      language: other,
      name: WORDS[other].languageName,
      // Relative to the page: the path never becomes part of the link.
      href: `?${new URLSearchParams({ ...(state !== undefined && { state }), lang: other }).toString()}`,
      isCurrent: other === language,
    })),
  };
}

/** The `state` of the link, or of the form submitted from its page. `openVisit` rejects unusable ones. */
function readState(request: Request): string | undefined {
  const body = request.body as Record<string, unknown> | undefined;
  const state = request.query['state'] ?? body?.['state'];
  return isState(state) ? state : undefined;
}

export function isState(state: unknown): state is string {
  return typeof state === 'string' && state !== '' && state.length <= STATE_CHARACTERS_MAX;
}
