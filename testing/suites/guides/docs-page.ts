/** A page below `/docs` as its reader sees it. */
export interface DocsPage {
  readonly titles: readonly string[];
  /** The commands of a section, as the button copies them. */
  commandsOf(title: string): string[];
  /** The other texts in monospace of a section: values and answers. */
  valuesOf(title: string): string[];
  /** A section as HTML. */
  textOf(title: string): string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

const COMMAND = /<div class="command">\s*<button[^>]*>Copy<\/button>\s*<pre[^>]*><code>([\s\S]*?)<\/code>/g;
const ANY_BLOCK = /<pre[^>]*><code>([\s\S]*?)<\/code>/g;
const textsOf = (section: string, pattern: RegExp): string[] =>
  Array.from(section.matchAll(pattern), ([, text = '']) => unescaped(text));

/** Reads a page; without a name, the start page. */
export async function docsPage(gatewayUrl: string, name?: string): Promise<DocsPage> {
  const html = await (await fetch(`${gatewayUrl}/docs${name === undefined ? '' : `/${name}`}`)).text();
  const sections = new Map(
    Array.from(html.matchAll(/<h2 [^>]*>([^<]*)<\/h2>([\s\S]*?)<\/section>/g), ([, title = '', section = '']) => [
      unescaped(title),
      section,
    ]),
  );
  const sectionOf = (title: string): string => {
    const section = sections.get(title);
    if (section === undefined) throw new Error(`the page has no section ${title}`);
    return section;
  };
  const commandsOf = (title: string): string[] => textsOf(sectionOf(title), COMMAND);
  return {
    titles: [...sections.keys()],
    commandsOf,
    textOf: sectionOf,
    valuesOf: (title) => {
      const commands = commandsOf(title);
      return textsOf(sectionOf(title), ANY_BLOCK).filter((text) => !commands.includes(text));
    },
  };
}
