import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brandLinks, brandMark, iconLink } from '@xs2a/page-style';
import { Eta } from 'eta';
import type { PortalContext } from '../context.ts';
import { keepWithNext } from './line-ends.ts';
import type { Pages } from './pages.ts';
import type { Visitor } from './visitor.ts';

const PAGES = fileURLToPath(new URL('../../pages', import.meta.url));
const TEMPLATES = templatesIn(PAGES);
const ASSETS = '/assets';
type RenderContext = Pick<PortalContext, 'extension' | 'style'>;

/** Returns the templates of a folder, with those of the portal as a fallback. */
export function templatesIn(folder: string): Eta {
  const templates = new Eta({ views: folder, autoEscape: true, cache: true });
  templates.readFile = (path) => readFileSync(existsSync(path) ? path : join(PAGES, basename(path)), 'utf8');
  return templates;
}

/** Renders a page as HTML. Values are escaped: text from outside is shown as text. */
export function renderPage<Name extends keyof Pages>(
  name: Name,
  page: Pages[Name],
  visitor: Visitor,
  context: RenderContext,
): string {
  return renderTemplate(TEMPLATES, name, page, visitor, context);
}

export function renderTemplate(
  templates: Eta,
  name: string,
  page: object,
  visitor: Visitor,
  context: RenderContext,
): string {
  const { language, words, languageLinks, state } = visitor;
  const html = templates.render(name, {
    ...page,
    language,
    words,
    languageLinks,
    state,
    bankName: context.style.bankName,
    iconLink: iconLink(context.style, ASSETS),
    brandMark: brandMark(context.style, ASSETS),
    brandLinks: brandLinks(context.style, language),
    stylesheet: context.extension?.stylesheet,
    footNote: context.extension?.footNote(language),
  });
  return language === 'hr' ? keepWithNext(html) : html;
}
