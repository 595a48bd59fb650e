import { fileURLToPath } from 'node:url';
import { brandLinks, brandMark, iconLink } from '@xs2a/page-style';
import { Eta } from 'eta';
import type { PortalContext } from '../context.ts';
import { keepWithNext } from './line-ends.ts';
import type { Pages } from './pages.ts';
import type { Visitor } from './visitor.ts';

const eta = new Eta({
  views: fileURLToPath(new URL('../../pages', import.meta.url)),
  autoEscape: true,
  cache: true,
});

const ASSETS = '/assets';
type RenderContext = Pick<PortalContext, 'isSandbox' | 'style'>;

/** Renders a page as HTML. Values are escaped: what comes from outside is shown as text. */
export function renderPage<Name extends keyof Pages>(
  name: Name,
  page: Pages[Name],
  visitor: Visitor,
  context: RenderContext,
): string {
  const { language, words, languageLinks, state } = visitor;
  const html = eta.render(name, {
    ...page,
    language,
    words,
    languageLinks,
    state,
    bankName: context.style.bankName,
    iconLink: iconLink(context.style, ASSETS),
    brandMark: brandMark(context.style, ASSETS),
    brandLinks: brandLinks(context.style, language),
    isSandbox: context.isSandbox,
  });
  return language === 'hr' ? keepWithNext(html) : html;
}
