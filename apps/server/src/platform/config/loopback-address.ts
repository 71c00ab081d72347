const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether the value is an origin (scheme, host, port) of this machine. */
export function isLoopbackOrigin(value: string): boolean {
  const url = URL.parse(value);
  const isOrigin = url?.origin === value.replace(/\/$/, '') && /^https?:$/.test(url.protocol);
  return isOrigin && LOOPBACK.test(url.hostname);
}

/** Whether the value is a URL of this machine, with an optional path and without a query. */
export function isLoopbackAddress(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || !LOOPBACK.test(url.hostname)) return false;
  return `${url.origin}${url.pathname}`.replace(/\/$/, '') === value.replace(/\/$/, '');
}
