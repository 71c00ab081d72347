import type { Shop } from '#test/shop-journeys.ts';
import { anotherSeason, asOwner, ofCreated, onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('createTwitchReward', 'creates a reward', async (shop) => ({ body: await aReward(shop) })),
  onRecord('updateTwitchReward', 'updates a reward', ofReward({ title: 'Later' })),
  onRecord('deleteTwitchReward', 'deletes a reward', ofReward()),
];

async function aReward(shop: Shop) {
  const { seasonId } = await asOwner(shop, 'twitch/seasons', anotherSeason());
  return { season: seasonId, title: 'Lantern', requiredMinutes: 60, itemId: 7001 };
}

function ofReward(changes?: object) {
  return async (shop: Shop) => ofCreated('twitch/rewards', 'rewardId', await aReward(shop), changes)(shop);
}
