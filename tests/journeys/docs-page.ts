/** A page below `/docs` as its reader has it. */
export interface DocsPage {
  readonly titles: readonly string[];
  /** The commands of a section, as the button copies them. */
  commandsOf(title: string): string[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

export async function docsPage(gatewayUrl: string, name: string): Promise<DocsPage> {
  const html = await (await fetch(`${gatewayUrl}/docs/${name}`)).text();
  const sections = new Map(
    Array.from(html.matchAll(/<h2 [^>]*>([^<]*)<\/h2>([\s\S]*?)<\/section>/g), ([, title = '', section = '']) => [
      unescaped(title),
      Array.from(section.matchAll(/<div class="command">\s*<pre[^>]*><code>([\s\S]*?)<\/code>/g), ([, text = '']) =>
        unescaped(text),
      ),
    ]),
  );
  return {
    titles: [...sections.keys()],
    commandsOf: (title) => {
      const commands = sections.get(title);
      if (commands === undefined) throw new Error(`the page has no section ${title}`);
      return commands;
    },
  };
}
