import { pageGroups } from './pages.ts';
import type { Reader } from './reader.ts';
import { titleOf } from './reference/describe-operation.ts';
import { endpointsOf } from './reference/open-api.ts';
import { renderPage } from './render-page.ts';

interface Entry {
  readonly page: string;
  readonly title: string;
  readonly href: string;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const COPY_BUTTON = '<button type="button" class="copy" data-copy hidden>Copy</button>';
const plain = (html: string): string =>
  html
    .replaceAll(COPY_BUTTON, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Creates a script with the text of every section of every page, so that the browser searches without a server. */
export function searchIndex(reader: Reader): string {
  const pages = pageGroups(reader).flatMap((group) => group.pages);
  const entries = pages.flatMap(({ path, title }) => entriesOf(`/docs${path}`, title, renderPage(path, reader) ?? ''));
  return `globalThis.searchIndex = ${JSON.stringify([...entries, ...operations(reader)])};\n`;
}

/** Operations have separate pages, which are found by their title and address. */
function operations({ openApi }: Reader): Entry[] {
  return endpointsOf(openApi).map((endpoint) => ({
    page: 'Reference',
    title: titleOf(endpoint),
    href: `/docs/reference/${endpoint.operationId}`,
    text: `${titleOf(endpoint)} ${endpoint.method} ${endpoint.path} ${endpoint.operationId}`,
  }));
}

/** A section begins with a heading of the second level; an error is a collapsed block below its code. */
function entriesOf(href: string, page: string, html: string): Entry[] {
  const content = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return content.split(/(?=<h1|<h2|<h3 class="code"|<details class="error")/).flatMap((part) => {
    const title = titleOfPart(part);
    if (title === '') return [];
    const [, id] = /^<h2[^>]* id="([^"]+)"|^<details[\s\S]*? id="([^"]+)"/.exec(part)?.filter(Boolean) ?? [];
    return [{ page, title, href: id === undefined ? href : `${href}#${id}`, text: plain(part) }];
  });
}

function titleOfPart(part: string): string {
  const [, code, when = ''] = /^<details[^>]* data-code="([^"]+)">\s*<summary>([^<]*)/.exec(part) ?? [];
  if (code !== undefined) return plain(`${code}: ${when}`);
  return /^<h[12]/.test(part) ? plain(part.slice(0, part.indexOf('</h'))) : '';
}
