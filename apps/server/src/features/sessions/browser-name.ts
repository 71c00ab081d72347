import bowser from 'bowser';

/** A longer header names nothing that a shorter one doesn't, and would only take time to search. */
const HEADER_MAX = 512;

/** What the library calls longer than people do. */
const SHORT_NAMES = new Map([
  ['Microsoft Edge', 'Edge'],
  ['Samsung Internet for Android', 'Samsung Internet'],
]);

const BROWSERS = new Set<string>(Object.values(bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(bowser.OS_MAP));

/**
 * The browser that a user agent header names, such as 'Firefox on Windows'; null for any other program. Made of known names
 * alone, because callers choose the header and mails show the result.
 */
export function browserOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null;
  const parser = bowser.getParser(userAgent.slice(0, HEADER_MAX), true);
  const { name: browser = '' } = parser.parseBrowser();
  if (!BROWSERS.has(browser)) return null;
  const { name: system = '' } = parser.parseOS();
  const shown = SHORT_NAMES.get(browser) ?? browser;
  return SYSTEMS.has(system) ? `${shown} on ${system}` : shown;
}
