import { API_BASE } from '@waygate/contract/endpoint';

const ABSOLUTE = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** The address of an uploaded picture: relative ones are under the API base. */
export function mediaUrl(address: string): string {
  if (ABSOLUTE.test(address) || address.startsWith(`${API_BASE}/`)) return address;
  return `${API_BASE}/${address.replace(/^\/+/, '')}`;
}
