import { SECTIONS } from '@waygate/contract/permissions';
import { addressInWords } from '@waygate/contract/endpoint-words';
import { sql } from 'drizzle-orm';
import { seed } from '#app/seed.ts';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { createOwner, createStaff, randomAddress } from '#test/account-journeys.ts';
import { queueOrder } from '#test/bridge.ts';
import { readContract } from '#test/contract-arbitraries.ts';
import { readStaffWrites } from '#test/read-staff-writes.ts';
import { createShop, type Shop, startOrder, startPaidOrder } from '#test/shop-journeys.ts';
import type { StaffWrite } from '#test/staff-writes.ts';
import { startTwitchServer, type TwitchServer } from '#test/twitch-server.ts';
import { insertLink } from '#features/twitch-links/links.queries.ts';
import type { Logger } from '#platform/logging/logger.ts';

/** Somebody who sends requests. Without a token: a visitor. */
export type Caller = { name: string; token: string | undefined; address: () => string };

/** Makes a caller, and again once its session is gone. */
export type CallerKind = { name: string; create: () => Promise<Caller> };

export type World = {
  shop: Shop;
  kinds: CallerKind[];
  /** Prepared writes of staff, by operation. */
  samples: Map<string, StaffWrite[]>;
  close: () => Promise<void>;
};

/** A portal with demo content, an order in every state that staff decide over, and every record that staff write. */
export async function createWorld(log: Logger): Promise<World> {
  const twitch = await startTwitchServer();
  const shop = await createShop({
    log,
    isWorker: false,
    config: { twitch: twitch.config, demoContent: true },
  });
  const samples = await prepareStaffWrites(shop);
  // Afterwards, because the season of the demo content has no end, and no other may begin in it.
  await seed(shop.parts);
  const { buyer } = await startOrder(shop);
  const { username, email, password } = buyer;
  samples.set(
    'POST /api/auth/login',
    [username, email].map((identifier) => ({ body: { identifier, password } })),
  );
  await queueOrder(shop, 3);
  await allowLoopback(shop.parts.db);
  await keepCheckoutSimple(shop);
  // Nobody here has a second factor, so nobody switches it on again.
  await shop.parts.db.execute(sql`update security_policy set is_staff_factor_required = false`);
  return {
    shop,
    kinds: callerKinds(shop, twitch),
    samples,
    close: async () => {
      await shop.close();
      await twitch.close();
    },
  };
}

async function prepareStaffWrites(shop: Shop): Promise<Map<string, StaffWrite[]>> {
  const contract = new Map(await readContract());
  const samples = new Map<string, StaffWrite[]>();
  for (const { name, prepare } of await readStaffWrites()) {
    const endpoint = contract.get(name);
    if (!endpoint) throw new Error(`The contract has no ${name}.`);
    const id = addressInWords(endpoint);
    samples.set(id, [...(samples.get(id) ?? []), await prepare(shop)]);
  }
  return samples;
}

function callerKinds(shop: Shop, twitch: TwitchServer): CallerKind[] {
  const visitor = { name: 'visitor', token: undefined, address: randomAddress };
  return [
    { name: 'visitor', create: async () => visitor },
    { name: 'player', create: () => createBuyer(shop, twitch) },
    { name: 'owner', create: async () => signedIn('owner', await createOwner(shop)) },
    { name: 'bridge', create: () => createBridge(shop) },
    ...SECTIONS.map((section) => ({
      name: `staff of ${section}`,
      create: async () => signedIn(`staff of ${section}`, await createStaff(shop, [section])),
    })),
  ];
}

function signedIn(name: string, { token }: { token: string }): Caller {
  return { name, token, address: randomAddress };
}

/** A player with a paid order, who is linked with Twitch. */
async function createBuyer(shop: Shop, twitch: TwitchServer): Promise<Caller> {
  const { buyer } = await startPaidOrder(shop);
  const { id: twitchUserId, login, displayName } = twitch.addUser();
  await shop.parts.db.transaction((tx) =>
    insertLink(tx, { accountId: buyer.id, twitchUserId, login, displayName }),
  );
  return signedIn('player', buyer);
}

/** Whatever bridges report and owners write meanwhile, purchases go to the first server and need no character. */
async function keepCheckoutSimple({ parts }: Shop): Promise<void> {
  await parts.db.execute(sql`
    create function keep_checkout_simple() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'game_servers' then new.is_listed := new.id = 1;
      else new.needs_character := false;
      end if;
      return new;
    end $$`);
  for (const table of ['game_servers', 'game_server_status'])
    await parts.db.execute(sql`
      create trigger keep_checkout_simple before insert or update on ${sql.identifier(table)}
      for each row execute function keep_checkout_simple()`);
}

async function createBridge({ parts }: Shop): Promise<Caller> {
  const token = await addBridgeToken(parts.db, 'fuzz');
  return { name: 'bridge', token, address: () => '127.0.0.1' };
}

/** Forgets what was counted, so that the next requests reach their handlers. */
export async function liftLimits({ parts }: Shop): Promise<void> {
  await parts.db.execute(sql`delete from rate_limits`);
}
