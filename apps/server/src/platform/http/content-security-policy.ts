export type PolicySources = {
  /** The public scheme and host. */
  publicOrigin: string;
  /** CSP hashes of inline scripts. */
  inlineScriptHashes: string[];
  /** CSP hashes of a page's inline style sheets. */
  inlineStyleHashes?: string[];
  /** Vite's development client needs inline scripts, inline styles and a socket. */
  isDevelopment?: boolean;
};

/** The Content-Security-Policy of responses, or of a page with its own inline style sheets. */
export function contentSecurityPolicy({
  publicOrigin,
  inlineScriptHashes,
  inlineStyleHashes = [],
  isDevelopment = false,
}: PolicySources): string {
  const inline = ["'unsafe-inline'"];
  const scripts = isDevelopment ? inline : inlineScriptHashes;
  const styles = isDevelopment ? inline : inlineStyleHashes;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: https:",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(publicOrigin.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join(';');
}
