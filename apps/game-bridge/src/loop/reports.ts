import type { ReceiptsWanted } from '@waygate/contract/deliveries/receipts.schemas';
import type { Character } from '@waygate/contract/deliveries/deliveries.schemas';
import type { GameCharacter } from '#adapter.ts';
import type { Collection } from '#portal/portal-client.ts';
import { PortalFailure } from '#portal/portal-client.ts';
import { describeDatabaseError } from '#database/database-errors.ts';
import { type Bridge, throwIfUnreachable } from './bridge.ts';
import { createReceiptReports } from './receipts.ts';
import { readableCharacter } from './readable-character.ts';

const MAX_ACCOUNTS = 200;
const MAX_CHARACTERS = 50;
const MAX_COLLECTIONS = 500;
const STATUS_MS = 60_000;
/** Reports everything again, in case the portal was restored from a backup. */
const FULL_REPORT_MS = 3_600_000;
const UNSUPPORTED_MS = 600_000;
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

export type Reports = {
  /** The bridge and its game, every minute. `isGameAway` reports that nobody can play, without asking the game. */
  status: (isGameAway: boolean) => Promise<void>;
  /**
   * A page of receipts, if the portal wants them; characters and collected deliveries, when they are due, or now.
   *
   * @returns whether receipts are left
   */
  rest: (isNow: boolean) => Promise<boolean>;
};

/** What the bridge reports to the portal by itself. Their failures hold up no delivery, except that the portal is away. */
export function createReports(bridge: Bridge): Reports {
  const { portal, adapter, settings, log, metrics } = bridge;
  const attempt = createAttempts(bridge);
  const isStatusDue = createClock(STATUS_MS);
  const isRestDue = createClock(settings.charactersMs);
  const characters = createCharacterReports(bridge);
  const collections = createCollectionReports(bridge);
  const reportPage = createReceiptReports(bridge);
  let reportedDifference = 0;

  const noteClock = (differenceMs: number) => {
    metrics.set('clockDifference', Math.round(differenceMs / 1000));
    const isOff = Math.abs(differenceMs) > MAX_CLOCK_DIFFERENCE_MS;
    if (isOff && Math.abs(differenceMs - reportedDifference) > MAX_CLOCK_DIFFERENCE_MS) {
      log({ event: 'clock', differenceSeconds: Math.round(differenceMs / 1000) });
    }
    reportedDifference = isOff ? differenceMs : 0;
  };
  let wasAway = false;
  let wanted: ReceiptsWanted | undefined;
  return {
    status: async (isGameAway) => {
      if (!isStatusDue(isGameAway !== wasAway)) return;
      wasAway = isGameAway;
      await attempt('status', async () => {
        const status = isGameAway ? OFFLINE : await adapter.status();
        metrics.set('playersOnline', status.playersOnline);
        const { name, promises } = adapter;
        const report = { adapter: name, bridgeVersion: settings.version, ...promises, ...status };
        const { aheadMs, receiptsWanted } = await portal.reportStatus(report);
        noteClock(aheadMs);
        wanted = receiptsWanted;
      });
    },
    rest: async (isNow) => {
      const receipts = wanted;
      // If it fails, the next status asks again.
      wanted = undefined;
      if (receipts)
        await attempt('receipts', async () => {
          if (await reportPage(receipts)) wanted = receipts;
        });
      const areReceiptsLeft = wanted !== undefined;
      if (!isRestDue(isNow && !areReceiptsLeft)) return areReceiptsLeft;
      await attempt('characters', characters);
      await attempt('collections', collections);
      return areReceiptsLeft;
    },
  };
}

const OFFLINE = { isOnline: false, playersOnline: 0, capacity: null, gameVersion: null };

/** Due at first, and then every so often. */
function createClock(everyMs: number): (isNow: boolean) => boolean {
  let dueAt = 0;
  return (isNow) => {
    if (!isNow && performance.now() < dueAt) return false;
    dueAt = performance.now() + everyMs;
    return true;
  };
}

function createAttempts({ log, metrics }: Bridge) {
  const pausedUntil = new Map<string, number>();
  const lastMessages = new Map<string, string>();
  return async (what: string, work: () => Promise<void>): Promise<void> => {
    if (performance.now() < (pausedUntil.get(what) ?? 0)) return;
    try {
      await work();
      lastMessages.delete(what);
    } catch (error) {
      if (error instanceof PortalFailure && (error.status === 0 || error.isRefusal)) throw error;
      throwIfUnreachable(error);
      metrics.count('failures', what);
      const isUnsupported = error instanceof PortalFailure && error.status === 404;
      if (isUnsupported) pausedUntil.set(what, performance.now() + UNSUPPORTED_MS);
      const message = error instanceof PortalFailure ? error.message : describeDatabaseError(error);
      // Once, not every minute.
      if (lastMessages.get(what) === message) return;
      lastMessages.set(what, message);
      log(
        isUnsupported ? { event: 'unsupported', what } : { event: 'warning', message: `${what}: ${message}` },
      );
    }
  };
}

function createCharacterReports({ portal, adapter, log }: Bridge): () => Promise<void> {
  /** The account's characters as they were last reported. */
  const reported = new Map<number, string>();
  let fullReportAt = performance.now() + FULL_REPORT_MS;

  const send = async (accounts: Map<number, Character[]>) => {
    const changed = [...accounts].filter(([id, list]) => reported.get(id) !== fingerprint(list));
    for (let from = 0; from < changed.length; from += MAX_ACCOUNTS) {
      const portion = changed.slice(from, from + MAX_ACCOUNTS);
      await portal.reportCharacters(
        portion.map(([accountDBID, characters]) => ({ accountDBID, characters })),
      );
      for (const [id, list] of portion) reported.set(id, fingerprint(list));
    }
    return changed.length;
  };
  return async () => {
    if (!adapter.characters) return;
    if (performance.now() >= fullReportAt) {
      reported.clear();
      fullReportAt = performance.now() + FULL_REPORT_MS;
    }
    const seen = new Set<number>();
    let count = 0;
    for await (const batch of adapter.characters()) {
      const accounts = groupByAccount(batch);
      for (const id of accounts.keys()) seen.add(id);
      count += await send(accounts);
    }
    // Whose last character was deleted.
    const gone = [...reported.keys()].filter((id) => !seen.has(id) && reported.get(id) !== fingerprint([]));
    count += await send(new Map(gone.map((id) => [id, []])));
    if (count > 0) log({ event: 'reported', what: 'characters', count });
  };
}

function groupByAccount(batch: GameCharacter[]): Map<number, Character[]> {
  const accounts = new Map<number, Character[]>();
  for (const character of batch) {
    const list = accounts.get(character.accountDBID) ?? [];
    if (list.length < MAX_CHARACTERS) list.push(readableCharacter(character));
    accounts.set(character.accountDBID, list);
  }
  return accounts;
}

/** Of a few bytes, because there may be very many accounts. */
function fingerprint(characters: Character[]): string {
  const text = JSON.stringify(characters);
  let [one, other] = [0x811c9dc5, 5381];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other, 33) + code;
  }
  return `${one >>> 0}.${other >>> 0}.${text.length}`;
}

function createCollectionReports({ portal, adapter, log }: Bridge): () => Promise<void> {
  /** The adapter has reported them, and the portal hasn't got them yet. */
  let unreported: Collection[] = [];
  return async () => {
    if (!adapter.collected) return;
    const collected = await adapter.collected();
    const known = new Set(unreported.map(({ idempotencyKey }) => idempotencyKey));
    for (const { idempotencyKey, collectedAt } of collected) {
      if (!known.has(idempotencyKey))
        unreported.push({ idempotencyKey, collectedAt: collectedAt.toISOString() });
    }
    const count = unreported.length;
    while (unreported.length > 0) {
      await portal.reportCollections(unreported.slice(0, MAX_COLLECTIONS));
      unreported = unreported.slice(MAX_COLLECTIONS);
    }
    if (count > 0) log({ event: 'reported', what: 'collections', count });
  };
}
