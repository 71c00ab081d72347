import type { BridgeStatus } from '@waygate/contract/game-servers/game-servers.schemas';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { after, DAY, MINUTE, minuteOf } from './times.ts';
import {
  FIRST_SERVER,
  itemOnSecondServer,
  type Player,
  SECOND_SERVER,
  SERVERS,
  type World,
} from './world.ts';
import { isForBoth } from './orders.ts';
import { COLLECT_DAYS } from './deliveries.ts';

type Server = (typeof SERVERS)[number];

const SAMPLED_DAYS = 28;
const SAMPLE_EVERY = 5 * MINUTE;
const PRIME_TIME = 19.5;

/** Most play in the evening and at the weekend, hardly anybody at five in the morning. */
export function playersOnlineAt({ id, peak }: Server, at: Date): number {
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60;
  const share = (1 + Math.cos(((hour - PRIME_TIME) / 24) * 2 * Math.PI)) / 2;
  const weekend = [0, 6].includes(at.getUTCDay()) ? 1.25 : 1;
  const step = Math.floor(at.getTime() / SAMPLE_EVERY);
  const noise = ((Math.imul(step + id * 7919, 2_654_435_761) >>> 16) % 100) / 100;
  return Math.round(peak * weekend * (0.12 + 0.78 * share ** 1.5 + 0.1 * noise));
}

/** What a server's bridge would report now. */
export function statusAt(server: Server, at: Date): BridgeStatus {
  const isFirst = server.id === FIRST_SERVER;
  return {
    adapter: isFirst ? 'sql' : 'azerothcore',
    bridgeVersion: '0.2.0',
    guarantee: isFirst ? 'exactly_once' : 'at_most_once',
    needsCharacter: !isFirst,
    reportsCollected: !isFirst,
    expiresAfterDays: isFirst ? null : COLLECT_DAYS,
    accounts: isFirst ? ACCOUNT_RULES : null,
    isOnline: true,
    playersOnline: playersOnlineAt(server, at),
    capacity: server.capacity,
    gameVersion: isFirst ? '1.2.0' : '1.1.4',
  };
}

const ACCOUNT_RULES: BridgeStatus['accounts'] = {
  scheme: 'sha1',
  parameters: {},
  login: { min: 3, max: 20, characters: 'word' },
  password: { min: 6, max: 32, characters: 'printable_ascii' },
  isCaseSensitive: true,
  canRename: true,
  canClaim: true,
};

/** A curve of the last weeks for each server. */
export function sampleRows(now: Date): Row[] {
  const steps = Math.floor((SAMPLED_DAYS * DAY) / SAMPLE_EVERY);
  return SERVERS.flatMap((server) =>
    Array.from({ length: steps }, (_, step) => after(now, (step - steps) * SAMPLE_EVERY)).map((at) => ({
      server_id: server.id,
      minute: minuteOf(at),
      players_online: playersOnlineAt(server, at),
    })),
  );
}

/** Tokens that nobody has: only their hashes are kept. */
export function tokenRows(random: Random, now: Date): Row[] {
  const token = (serverId: number, label: string, days: number, revokedDays?: number) => ({
    token_hash: `\\x${random.hex(64)}`,
    server_id: serverId,
    label,
    created_at: after(now, -days * DAY),
    revoked_at: revokedDays === undefined ? null : after(now, -revokedDays * DAY),
  });
  return [
    token(FIRST_SERVER, 'first machine', 110, 40),
    token(FIRST_SERVER, 'Harrowgate', 40),
    token(SECOND_SERVER, 'Emberdeep', 75),
  ];
}

export function addressRows(now: Date): Row[] {
  return SERVERS.map(({ id }) => ({
    address: `192.0.2.${200 + id}`,
    server_id: id,
    added_at: after(now, -75 * DAY),
  }));
}

/** Items of products and rewards that the second server has as well, under its own ids. */
export function secondServerItems({ products, rewards }: World): Record<string, Row[]> {
  const server = { server_id: SECOND_SERVER };
  return {
    product_line_items: products
      .filter(({ lines }) => isForBoth(lines))
      .flatMap(({ id, lines }) =>
        lines.flatMap(({ itemId }, position) =>
          itemId === null
            ? []
            : [{ ...server, product_id: id, position, item_id: itemOnSecondServer(itemId) }],
        ),
      ),
    twitch_reward_items: rewards.map(({ id, itemId }) => ({
      ...server,
      reward_id: id,
      item_id: itemOnSecondServer(itemId),
    })),
  };
}

const TAKEN =
  "The game already has an account with this login. Choose another login, or claim the account if it's yours.";
const REFUSED = "The game didn't accept this account. Try another login or password.";

/** Accounts in the first game of those who have characters there, and what its bridge did for them. */
export function gameAccounts({ random, now, players }: World): Record<string, Row[]> {
  const owners = players.filter(({ characters }) =>
    characters.some(({ serverId }) => serverId === FIRST_SERVER),
  );
  const accounts = owners.map((player, place) => gameAccountOf(player, place));
  const commands = accounts.flatMap(({ account_id, login, state, created_at }, place) => {
    const common = { server_id: FIRST_SERVER, account_id, login, attempts: 0, leases: 1 };
    // What was refused, and what came after the creation, is kept for thirty days.
    const month = after(now, -28 * DAY);
    const isOld = created_at < month;
    const at = state === 'active' || !isOld ? created_at : month;
    const settled = { available_at: at, created_at: at, settled_at: after(at, MINUTE) };
    const created = { ...common, ...settled, kind: 'create', ...(state === 'active' ? DONE : NOT_DONE) };
    if (state !== 'active' || place % 9 !== 0 || !isOld) return [created];
    const changedAt = after(now, -random.int(1, 28) * DAY);
    const changed = { available_at: changedAt, created_at: changedAt, settled_at: after(changedAt, MINUTE) };
    return [created, { ...common, ...changed, kind: 'set_password', ...DONE }];
  });
  return { game_accounts: accounts, game_account_commands: commands };
}

const DONE = { state: 'done', result: 'applied', detail: null };
const NOT_DONE = { state: 'refused', result: 'rejected', detail: 'the login is in use' };

function gameAccountOf({ id, userName, registeredAt }: Player, place: number) {
  const failed = place % 31 === 30 ? { state: 'failed', message: REFUSED } : undefined;
  const taken = place % 23 === 22 ? { state: 'taken', message: TAKEN } : undefined;
  const fate = failed ?? taken ?? { state: 'active', message: null };
  return {
    server_id: FIRST_SERVER,
    account_id: id,
    login: userName.toLowerCase().replaceAll('-', '_'),
    game_account_id: fate.state === 'active' ? String(1000 + id) : null,
    ...fate,
    is_locked: false,
    created_at: after(registeredAt, 10 * MINUTE),
    updated_at: after(registeredAt, 11 * MINUTE),
  };
}
