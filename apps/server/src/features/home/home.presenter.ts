import type { GameServer } from '@waygate/contract/game-servers/game-servers.schemas';
import type {
  GalleryPicture,
  GameEvent,
  Maintenance,
  Offer,
  World,
} from '@waygate/contract/home/home.schemas';
import { grantText } from '@waygate/contract/products/grant-text';
import { recordAddress } from '#features/media/media.ts';
import { type EventRow, presentNewsItem } from '#features/news/news.ts';
import type { OfferRow } from '#features/products/products.ts';
import type { GalleryRow, SettingsRow } from './home.tables.ts';

/** The first one that a server has is that of all. */
const STATUSES = ['online', 'unknown', 'offline'] as const;

export function presentMaintenance({
  maintenanceText: text,
  maintenanceEnd,
}: SettingsRow): Maintenance | null {
  return text === '' ? null : { text, expectedEnd: maintenanceEnd?.toISOString() ?? null };
}

/** All listed servers as one: online when one of them is, offline when every one is. */
export function presentWorld(servers: GameServer[]): World | null {
  if (servers.length === 0) return null;
  const has = (status: GameServer['status']) => servers.some((server) => server.status === status);
  return {
    status: STATUSES.find(has) ?? 'unknown',
    playersOnline: servers.reduce((sum, { playersOnline }) => sum + playersOnline, 0),
    gameVersion: servers.find(({ gameVersion }) => gameVersion !== null)?.gameVersion ?? null,
    servers: servers.length,
  };
}

export function presentEvent(row: EventRow): GameEvent {
  return {
    ...presentNewsItem(row),
    startsAt: row.eventStartsAt.toISOString(),
    endsAt: row.eventEndsAt?.toISOString() ?? null,
  };
}

/** @param ownPicture the address of the product's own picture, if there is one */
export function presentOffer(row: OfferRow, ownPicture: string | null): Offer {
  return {
    productId: row.id,
    name: row.name,
    imageUrl: row.customIconUrl === '' ? ownPicture : recordAddress(row.customIconUrl),
    contents: row.lines.map((line) => grantText(line, countText)),
    price: row.priceCents / 100,
    newPrice: row.newPriceCents === null ? null : row.newPriceCents / 100,
    saleEndDate: (row.isSale && row.saleEndsAt?.toISOString()) || null,
  };
}

export function presentGalleryPicture({ imageUrl, alt, caption, width, height }: GalleryRow): GalleryPicture {
  return { imageUrl, alt, caption, width, height };
}

/** In English, the language of the site's texts: '1,234'. Without `Intl`, whose first use takes 30 ms and 8 MiB. */
function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
