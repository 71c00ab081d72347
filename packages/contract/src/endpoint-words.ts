import { type Access, API_BASE, type Endpoint, type RateLimit } from './endpoint.ts';

/** Who may call, for the API documentation. */
export function accessInWords(access: Access, sudo = false): string {
  return `${callersInWords(access)}${sudo ? ', who proved who they are within 15 minutes' : ''}`;
}

function callersInWords(access: Access): string {
  if (access === 'visitor') return 'anybody';
  if (access === 'player') return 'any signed-in account';
  if (access === 'bridge') return "the game's bridge";
  if ('anyOf' in access) return `staff of section ${access.anyOf.join(' or ')}`;
  return access.section === 'owner' ? 'owners' : `staff of section ${access.section}`;
}

/** The rate limit, for the API documentation. */
export function limitInWords({ by, points, windowSeconds }: RateLimit): string {
  const caller = by === 'address' ? 'an address' : 'an account';
  return `${points} calls in ${durationInWords(windowSeconds)} from ${caller}`;
}

/** Method and path as callers write them. */
export function addressInWords({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${API_BASE}${path}`;
}

function durationInWords(seconds: number): string {
  if (seconds % 86_400 === 0) return counted(seconds / 86_400, 'day');
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  if (seconds % 60 === 0) return counted(seconds / 60, 'minute');
  return counted(seconds, 'second');
}

function counted(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
