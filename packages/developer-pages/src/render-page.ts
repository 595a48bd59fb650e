import { fileURLToPath } from 'node:url';
import { brandLinks, brandMark, iconLink } from '@xs2a/page-style';
import { Eta } from 'eta';
import { replaceSandboxExamples } from './bank/bank-examples.ts';
import { pageAt, pageGroups } from './pages.ts';
import type { Reader } from './reader.ts';
import { renderGuide } from './render-guide.ts';

/** Path of the style files. */
const ASSETS = '/docs/assets';

const eta = new Eta({
  views: fileURLToPath(new URL('../pages', import.meta.url)),
  autoEscape: true,
  cache: true,
});

/** Renders a page as HTML; undefined if there is none with this path. Values from the request are escaped. */
export function renderPage(path: string, reader: Reader): string | undefined {
  const page = pageAt(path, reader);
  if (page === undefined) return undefined;
  if (page.template !== undefined)
    return render(page.template, page.title, page.within ?? path, reader, page.content?.(reader) ?? {});
  return render('guide', page.title, path, reader, { guide: renderGuide(page.guide ?? '', reader) });
}

export function renderNotFound(reader: Reader): string {
  return render('not-found', 'Page not found', undefined, reader, {});
}

function render(template: string, title: string, path: string | undefined, reader: Reader, content: object): string {
  const { origin, isSandbox, portalUrl, style } = reader;
  const navigation = pageGroups(reader).map((group) => ({
    title: group.title,
    pages: group.pages.map((page) => ({
      href: `/docs${page.path}`,
      name: page.title,
      isCurrent: page.path === path,
    })),
  }));
  const brand = {
    bankName: style.bankName,
    iconLink: iconLink(style, ASSETS),
    brandMark: brandMark(style, ASSETS),
    brandLinks: brandLinks(style, 'en'),
  };
  const common = { pageTitle: title, navigation, origin, isSandbox, portalUrl, ...brand };
  const html = eta.render(template, { ...common, ...content });
  return isSandbox ? html : replaceSandboxExamples(html, portalUrl);
}
