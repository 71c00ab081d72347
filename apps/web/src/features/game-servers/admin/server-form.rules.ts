import type { CallInput } from '@waygate/contract/endpoint';
import type { createGameServer } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type { AccountPolicy } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import type { Fault } from '#features/admin/records/use-form.ts';

/** A server's form. A policy of '' lets the game's hash decide. */
export type ServerForm = {
  name: string;
  slug: string;
  position: string;
  isListed: boolean;
  accountPolicy: AccountPolicy | '';
};

type ServerBody = CallInput<typeof createGameServer>['body'];

const HIGHEST_POSITION = 1_000_000;

/** A new server comes last. */
export function newServerForm(servers: Pick<AdminGameServer, 'position'>[]): ServerForm {
  const last = Math.max(0, ...servers.map(({ position }) => position));
  const position = String(Math.min(last + 1, HIGHEST_POSITION));
  return { name: '', slug: '', position, isListed: true, accountPolicy: '' };
}

export function serverFormOf({ name, slug, position, isListed, accountPolicy }: AdminGameServer): ServerForm {
  return { name, slug, position: String(position), isListed, accountPolicy: accountPolicy ?? '' };
}

/** Why the form is invalid; undefined when it is valid. */
export function findServerFault({ name, slug, position }: ServerForm): Fault | undefined {
  if (name.trim() === '') return fault('name', 'Give the server a name.');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug.trim()) || slug.trim().length > 40)
    return fault('slug', 'A short name has 1 to 40 lowercase letters, digits and single hyphens.');
  if (!/^\d{1,7}$/.test(position.trim()) || Number(position) > HIGHEST_POSITION)
    return fault('position', 'A position is a whole number from 0 to 1 000 000.');
  return undefined;
}

export function serverBodyOf({ name, slug, position, isListed, accountPolicy }: ServerForm): ServerBody {
  return {
    name: name.trim(),
    slug: slug.trim(),
    position: Number(position),
    isListed,
    accountPolicy: accountPolicy === '' ? null : accountPolicy,
  };
}

function fault(name: keyof ServerForm, message: string): Fault {
  return { message, fields: { [name]: message } };
}
