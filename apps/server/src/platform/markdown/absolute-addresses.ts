/** A start tag of sanitised HTML: every `<` in its text is escaped, and every value is in double quotes. */
const LINKING_TAG = /<(?:a|img)(?:\s[\w-]+(?:="[^"]*")?)*\s*\/?>/g;

const ADDRESS = /(\s(?:href|src)=")([^"]*)"/g;

/** Makes links and pictures of rendered markdown work outside of the site. */
export function toAbsoluteAddresses(html: string, publicOrigin: string): string {
  return html.replace(LINKING_TAG, (tag) =>
    tag.replace(ADDRESS, (whole, start: string, address: string) =>
      // A fragment leads to a place in the same text, wherever that is shown.
      address.startsWith('#') ? whole : `${start}${toAbsoluteAddress(address, publicOrigin)}"`,
    ),
  );
}

/**
 * @param base where a relative address starts, without a trailing slash
 */
export function toAbsoluteAddress(address: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  const { protocol, origin } = new URL(base);
  if (address.startsWith('//')) return `${protocol}${address}`;
  return address.startsWith('/') ? `${base}${address}` : `${origin}/${address}`;
}
