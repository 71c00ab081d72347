/** A start tag of sanitised HTML, where every `<` in text is escaped and every value is in double quotes. */
const LINKING_TAG = /<(?:a|img)(?:\s[\w-]+(?:="[^"]*")?)*\s*\/?>/g;

const ADDRESS = /(\s(?:href|src)=")([^"]*)"/g;

/** Makes links and pictures of rendered markdown absolute, for use outside the site. */
export function toAbsoluteAddresses(html: string, publicOrigin: string): string {
  return html.replace(LINKING_TAG, (tag) =>
    tag.replace(ADDRESS, (whole, start: string, address: string) =>
      // A fragment refers to the same text, wherever it is shown.
      address.startsWith('#') ? whole : `${start}${toAbsoluteAddress(address, publicOrigin)}"`,
    ),
  );
}

/**
 * @param base the base of relative addresses, without a trailing slash
 */
export function toAbsoluteAddress(address: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  const { protocol, origin } = new URL(base);
  if (address.startsWith('//')) return `${protocol}${address}`;
  return address.startsWith('/') ? `${base}${address}` : `${origin}/${address}`;
}
