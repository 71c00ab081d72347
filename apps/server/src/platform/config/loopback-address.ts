const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether it is scheme, host and port alone, of this machine. */
export function isLoopbackOrigin(value: string): boolean {
  const url = URL.parse(value);
  const isOrigin = url?.origin === value.replace(/\/$/, '') && /^https?:$/.test(url.protocol);
  return isOrigin && LOOPBACK.test(url.hostname);
}

/** Whether it is an address of this machine, with a path or without, and nothing more. */
export function isLoopbackAddress(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || !LOOPBACK.test(url.hostname)) return false;
  return `${url.origin}${url.pathname}`.replace(/\/$/, '') === value.replace(/\/$/, '');
}
