import type { ServerName } from '@waygate/contract/game-servers/server-names.endpoints';
import type { ServerItem } from '@waygate/contract/products/products.schemas';

/** Ids of an item on game servers other than the first, as typed, by server. */
export type ServerItemsForm = Record<number, string>;

export function serverItemsFormOf(items: ServerItem[]): ServerItemsForm {
  return Object.fromEntries(items.map(({ serverId, itemId }) => [serverId, String(itemId)]));
}

/** The ids for a comparison: 'Frostland: 7001'. */
export function serverItemsText(form: ServerItemsForm, servers: ServerName[]): string {
  return serverItemsOf(form)
    .map(({ serverId, itemId }) => {
      const name = servers.find((server) => server.serverId === serverId)?.name;
      return `${name ?? `Server ${serverId}`}: ${itemId}`;
    })
    .join(', ');
}

/** The ids that are typed. NaN for what isn't a whole number; the schema then reports it. */
export function serverItemsOf(form: ServerItemsForm): ServerItem[] {
  return Object.entries(form)
    .filter(([, text]) => text.trim() !== '')
    .map(([serverId, text]) => ({
      serverId: Number(serverId),
      itemId: /^\d{1,12}$/.test(text.trim()) ? Number(text) : Number.NaN,
    }));
}
