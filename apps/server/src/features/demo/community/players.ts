import { createCharacterName, CLASSES, createUserNames } from './names.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { after, DAY, dayOf, HOUR, MINUTE } from './times.ts';
import { type Character, FIRST_SERVER, type Player, SECOND_SERVER } from './world.ts';

const HISTORY_DAYS = 118;
/** Unconfirmed accounts that never signed in are deleted after seven days. */
const NEW_DAYS = 6;
const LOW_LOYALTY = 0.08;

/** @param count of players; the first is loyal and can be signed in to */
export function createPlayers(
  random: Random,
  { now, firstId, count, knownName }: { now: Date; firstId: number; count: number; knownName: string },
): Player[] {
  const names = createUserNames(random, count).filter(
    (name) => name.toLowerCase() !== knownName.toLowerCase(),
  );
  // More join from month to month, and ids follow the registration.
  const joined = Array.from({ length: count }, () =>
    after(now, -(HISTORY_DAYS * random.next() ** 1.35 * DAY + HOUR)),
  );
  const players = joined
    .toSorted((one, other) => one.getTime() - other.getTime())
    .map((registeredAt, place) =>
      createPlayer(random, {
        now,
        id: firstId + place,
        userName: place === 0 ? knownName : (names[place] ?? `Wanderer${place}`),
        registeredAt,
        isKnown: place === 0,
      }),
    );
  // Some live together.
  return players.map((player, place) => ({
    ...player,
    address: players[place - (place % 9 === 1 ? 1 : 0)]?.address ?? player.address,
  }));
}

function createPlayer(
  random: Random,
  given: { now: Date; id: number; userName: string; registeredAt: Date; isKnown: boolean },
): Player {
  const { now, id, userName, registeredAt, isKnown } = given;
  const isConfirmed = isKnown || registeredAt < after(now, -NEW_DAYS * DAY) || random.chance(0.6);
  const loyalty = isKnown ? 0.9 : random.next() ** 1.6;
  const base = {
    id,
    userName,
    email: `${userName.toLowerCase().replaceAll(/[^a-z0-9]/g, '.')}@players.example`,
    reference: random.uuid(),
    registeredAt,
    isConfirmed,
    address: createAddress(random),
    loyalty,
  };
  if (!isConfirmed) return { ...base, characters: [], activeDays: [], lastActiveAt: undefined };
  const activeDays = chooseActiveDays(random, { now, registeredAt, loyalty });
  const newest = activeDays.at(-1) ?? dayOf(registeredAt);
  return {
    ...base,
    characters: createCharacters(random, {
      id,
      isKnown,
      isOnline: newest === dayOf(now) && random.chance(0.35),
    }),
    activeDays,
    lastActiveAt: chooseTimeOf(random, { day: newest, from: registeredAt, now }),
  };
}

/** Addresses for documentation, which nobody has. Source: RFC 5737, RFC 3849 */
function createAddress(random: Random): string {
  if (random.chance(0.2)) return `2001:db8:${random.hex(4)}:${random.hex(4)}::${random.int(1, 9)}`;
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`;
}

/** The first day is that of the registration; weekends have more. */
function chooseActiveDays(
  random: Random,
  { now, registeredAt, loyalty }: { now: Date; registeredAt: Date; loyalty: number },
): string[] {
  const days = [dayOf(registeredAt)];
  for (let day = after(registeredAt, DAY); dayOf(day) <= dayOf(now); day = after(day, DAY)) {
    const isWeekend = [0, 6].includes(day.getUTCDay());
    if (random.chance((LOW_LOYALTY + 0.6 * loyalty) * (isWeekend ? 1.4 : 1))) days.push(dayOf(day));
  }
  return days;
}

function chooseTimeOf(random: Random, { day, from, now }: { day: string; from: Date; now: Date }): Date {
  const start = Math.max(new Date(`${day}T00:00:00Z`).getTime(), from.getTime());
  const end = Math.min(new Date(`${day}T23:59:59Z`).getTime(), now.getTime() - MINUTE);
  return new Date(Math.max(start, start + random.next() * (end - start)));
}

function createCharacters(
  random: Random,
  { id, isKnown, isOnline }: { id: number; isKnown: boolean; isOnline: boolean },
): Character[] {
  const servers = [
    ...(isKnown || random.chance(0.85) ? [FIRST_SERVER] : []),
    ...(isKnown || random.chance(0.45) ? [SECOND_SERVER] : []),
    ...(random.chance(0.35) ? [FIRST_SERVER] : []),
  ];
  return servers.map((serverId, place) => ({
    serverId,
    characterId: String(id * 10 + place),
    name: createCharacterName(random),
    level: 1 + Math.floor(59 * random.next() ** (isKnown ? 0.3 : 1.5)),
    class: random.pickEarly(CLASSES),
    isOnline: isOnline && place === 0,
  }));
}

/** @param passwordHash of a password that nobody knows, except for the first player */
export function accountRows(
  players: Player[],
  { passwordHash, knownHash }: { passwordHash: string; knownHash: string },
): Row[] {
  return players.map((player, place) => ({
    id: player.id,
    user_name: player.userName,
    email: player.email,
    password_hash: place === 0 ? knownHash : passwordHash,
    email_confirmed_at: player.isConfirmed ? after(player.registeredAt, 4 * MINUTE) : null,
    reference: player.reference,
    web_mgt: 1,
    sections: [],
    permission: 0,
    revision: 1,
    has_claimed_veteran_package: false,
    has_claimed_founder_package: false,
    last_login_ip: player.lastActiveAt ? player.address : null,
    last_ip: player.lastActiveAt ? player.address : null,
    registered_at: player.registeredAt,
    last_login_at: player.lastActiveAt ?? null,
    last_active_on: player.activeDays.at(-1) ?? null,
    previous_active_on: player.activeDays.at(-2) ?? null,
  }));
}

/** Who was active when, and how often they signed in. */
export function activityRows(random: Random, players: Player[]): Row[] {
  return players.flatMap(({ id, activeDays }) =>
    activeDays.map((day, place) => ({
      day,
      account_id: id,
      previous_day: activeDays[place - 1] ?? null,
      sign_ins: random.int(1, 3),
    })),
  );
}

export function characterRows(players: Player[]): Row[] {
  return players.flatMap(({ id, characters, lastActiveAt }) =>
    characters.map((character) => ({
      account_id: id,
      server_id: character.serverId,
      character_id: character.characterId,
      name: character.name,
      level: character.level,
      class: character.class,
      is_online: character.isOnline,
      reported_at: lastActiveAt,
    })),
  );
}

const BROWSERS = [
  'Chrome on Windows',
  'Firefox on Windows',
  'Safari on iOS',
  'Chrome on Android',
  'Edge on Windows',
];
const NETWORKS = ['198.51.100.0/24', '203.0.113.0/24', '192.0.2.0/24', '2001:db8::/48'];

/** Sessions of browsers that nobody has, opened by the newest sign-in: only their tokens' hashes are kept anywhere. */
export function sessionRows(random: Random, { players, now }: { players: Player[]; now: Date }): Row[] {
  return players
    .filter(({ lastActiveAt }) => lastActiveAt && lastActiveAt > after(now, -25 * DAY))
    .map((player) => {
      const times = signInTimes(player, now);
      return {
        token_hash: `\\x${random.hex(64)}`,
        account_id: player.id,
        created_at: times.at(-1) ?? player.registeredAt,
        last_used_at: player.lastActiveAt,
        ...deviceOf(deviceAt(player.id, times.length - 1)),
      };
    });
}

/** A few sign-ins of each player in the last weeks, and now and then a wrong password. */
export function signInRows(players: Player[], now: Date): Row[] {
  return players.flatMap((player) => {
    const { id } = player;
    return signInTimes(player, now).flatMap((at, place) => {
      const device = deviceAt(id, place);
      return [
        ...(id % 9 === 0 ? [{ ...signIn(id, device, after(at, -MINUTE)), outcome: 'wrong_password' }] : []),
        {
          ...signIn(id, device, at),
          method: methodOf(id),
          is_new_device: place === 0 || device !== deviceAt(id, place - 1),
        },
      ];
    });
  });
}

/** The oldest first. */
function signInTimes({ id, lastActiveAt, registeredAt }: Player, now: Date): Date[] {
  if (!lastActiveAt) return [];
  const weeks = Array.from({ length: 1 + (id % 4) }, (_, week) =>
    after(lastActiveAt, -week * 6 * DAY - id * MINUTE),
  );
  return weeks.filter((at) => at > registeredAt && at > after(now, -80 * DAY)).toReversed();
}

/** Two of three players change their device once. */
function deviceAt(id: number, place: number): number {
  return place <= 0 ? id : id + (id % 3);
}

function signIn(id: number, device: number, at: Date) {
  return {
    account_id: id,
    at,
    outcome: 'signed_in',
    method: 'password',
    is_new_device: false,
    ...deviceOf(device),
  };
}

/** Most use their password alone. Those with a second factor had one for a while. */
function methodOf(id: number): string {
  if (id % 13 === 0) return 'passkey_alone';
  if (id % 11 === 0) return 'passkey_second_step';
  return id % 7 === 0 ? 'totp' : 'password';
}

function deviceOf(device: number) {
  return { browser: BROWSERS[device % BROWSERS.length], network: NETWORKS[device % NETWORKS.length] };
}
