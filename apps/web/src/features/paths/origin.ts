/** The pages on the way to a session: nobody wants to end up there, and a link from a mail has done its work. */
const SIGN_IN_PAGE = /^\/(login|register|(forgot|reset)-password|not-me)(?![^/?#])/i;

/** Where a signed-in player goes on to: the page they came from, else the landing page. */
export function findOrigin(locationState: unknown): string {
  if (typeof locationState !== 'object' || locationState === null || !('from' in locationState)) return '/';
  const { from } = locationState;
  // Two slashes would name another host. Browsers read a backslash as a slash, and leave out tabs and line breaks.
  return typeof from === 'string' && /^\/(?![/\\\t\r\n])/.test(from) && !SIGN_IN_PAGE.test(from) ? from : '/';
}

/** State for a link to the sign-in pages: this page as the origin, or on one of them the origin it was handed. */
export function originState(location: { pathname: string; search: string; state: unknown }): {
  from: string;
} {
  const { pathname, search, state } = location;
  return { from: SIGN_IN_PAGE.test(pathname) ? findOrigin(state) : pathname + search };
}
