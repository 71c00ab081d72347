import type { ServerName } from '@waygate/contract/game-servers/server-names.endpoints';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import type { SelectOption } from '#ui/admin/fields/SelectField.tsx';

export function serverOptions(servers: ServerName[]): SelectOption[] {
  return servers.map(({ serverId, name }) => ({ value: String(serverId), label: name }));
}

/** A filter by game server, where there is more than one. */
export function serverFilters(servers: ServerName[]): ListFilter[] {
  if (servers.length < 2) return [];
  return [{ name: 'server', label: 'Game server', anyLabel: 'All', options: serverOptions(servers) }];
}
