export type Chapter = { id: string; title: string };

/**
 * Gives each h2 of a rendered text an id that the table of contents links to.
 *
 * @param html as the server renders it from markdown: headings carry no attributes
 */
export function withChapters(html: string): { html: string; chapters: Chapter[] } {
  const chapters: Chapter[] = [];
  const marked = html.replace(/<h2>(.*?)<\/h2>/gs, (_, inner: string) => {
    const chapter = { id: `chapter-${chapters.length + 1}`, title: plainText(inner) };
    chapters.push(chapter);
    return `<h2 id="${chapter.id}">${inner}</h2>`;
  });
  return { html: marked, chapters };
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
