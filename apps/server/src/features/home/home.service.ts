import type { Home } from '@waygate/contract/home/home.schemas';
import type { createClientFileReader } from '#features/downloads/downloads.ts';
import { readLiveDrops } from '#features/drops/drops.ts';
import { presentGameServer, selectGameServers } from '#features/game-servers/game-servers.ts';
import { newsStore, presentNewsItem, selectCurrentEvent } from '#features/news/news.ts';
import { patchNotesStore, presentPatchNoteItem } from '#features/patch-notes/patch-notes.ts';
import { selectOffer } from '#features/products/products.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { withinTime } from '#platform/runtime/within-time.ts';
import type { Storage } from '#platform/storage/storage.ts';
import {
  presentEvent,
  presentGalleryPicture,
  presentMaintenance,
  presentOffer,
  presentWorld,
} from './home.presenter.ts';
import { selectGallery, selectSiteSettings } from './home.queries.ts';

/** The page doesn't wait longer for a slow storage. The offer then shows the product's icon. */
const WAIT_MS = 500;

const NO_DROPS: Home['drops'] = { season: null, live: [], total: 0, viewerRewards: [], streamerRewards: [] };

export type HomeParts = {
  db: Db;
  storage: Storage;
  config: Pick<Config, 'drops' | 'payments' | 'publicOrigin' | 'twitch'>;
  log: Logger;
  readClientFile: ReturnType<typeof createClientFileReader>;
};

/**
 * What happens now, without drops and an offer where Twitch or the shop is switched off. One statement after the other, so that
 * an answer takes one connection of the pool.
 */
export async function readHome(parts: HomeParts): Promise<Home> {
  const { db, config, readClientFile } = parts;
  const describingClient = readClientFile();
  const settings = await selectSiteSettings(db);
  const servers = await selectGameServers(db);
  const event = await selectCurrentEvent(db);
  // One more than is shown, since the newest may be the event.
  const articles = await newsStore.selectPublished(db, 2);
  const newestArticle = articles.rows.find(({ id }) => id !== event?.id);
  const [newestPatch] = (await patchNotesStore.selectPublished(db, 1)).rows;
  const gallery = await selectGallery(db);
  const client = await describingClient;
  return {
    maintenance: presentMaintenance(settings),
    world: presentWorld(servers.filter(({ isListed }) => isListed).map(presentGameServer)),
    event: event ? presentEvent(event) : null,
    newestPatch: newestPatch ? presentPatchNoteItem(newestPatch) : null,
    newestArticle: newestArticle ? presentNewsItem(newestArticle) : null,
    drops: config.twitch.provider === 'off' ? NO_DROPS : await readLiveDrops(db, config.drops.tickSeconds),
    offer: config.payments.provider === 'off' ? null : await readOffer(parts, settings.featuredProductId),
    gallery: gallery.map(presentGalleryPicture),
    requirements: settings.requirements,
    client: client && { ...client, version: settings.clientVersion || null },
  };
}

async function readOffer(parts: HomeParts, productId: number | null): Promise<Home['offer']> {
  const row = productId === null ? undefined : await selectOffer(parts.db, productId);
  return row ? presentOffer(row, await withinTime(findOwnPicture(parts, row.id), WAIT_MS)) : null;
}

/** The address that the shop shows the product's own picture at. */
async function findOwnPicture(
  { storage, config, log }: HomeParts,
  productId: number,
): Promise<string | null> {
  try {
    const name = `${productId}.png`;
    const file = await storage.open(`products/${name}`);
    await file?.close();
    return file ? `${config.publicOrigin}/assets/images/shop/${name}` : null;
  } catch (error) {
    log.warn({ err: error }, "the featured product's picture could not be looked up");
    return null;
  }
}
