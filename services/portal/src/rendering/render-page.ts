import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { PortalContext } from '../context.ts';
import type { Pages } from './pages.ts';
import type { Visitor } from './visitor.ts';

const eta = new Eta({
  views: fileURLToPath(new URL('../../pages', import.meta.url)),
  autoEscape: true,
  cache: true,
});

interface RenderContext extends Pick<PortalContext, 'isSandbox'> {
  readonly profile: Pick<PortalContext['profile'], 'aspspName'>;
}

/** Renders a page as HTML. Values are escaped: what comes from outside is shown as text. */
export function renderPage<Name extends keyof Pages>(
  name: Name,
  page: Pages[Name],
  visitor: Visitor,
  context: RenderContext,
): string {
  const { language, words, languageLinks, state } = visitor;
  return eta.render(name, {
    ...page,
    language,
    words,
    languageLinks,
    state,
    bankName: context.profile.aspspName,
    isSandbox: context.isSandbox,
  });
}
