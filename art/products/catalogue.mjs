import * as goods from './goods.mjs';
import * as honours from './honours.mjs';
import * as treasures from './treasures.mjs';

const product = (model) => ({ folder: 'apps/server/content/demo/products/media', type: 'png', model });
const reward = (model) => ({ folder: 'apps/server/content/demo/drops/media', type: 'webp', model });

/** Every item: where its picture is read, and its model. */
export const ITEMS = {
  'coin-pouch': product(() => treasures.modelCoinPouch()),
  'coin-chest': product(() => treasures.modelCoinChest()),
  'coin-hoard': product(() => treasures.modelCoinHoard()),
  'astrum-crystal': product(() => treasures.modelCrystal(treasures.ASTRUM)),
  'club-seal': product(() => honours.modelClubSeal()),
  'founder-banner': product(() => honours.modelFounderBanner()),
  'veteran-crest': product(() => honours.modelVeteranCrest()),
  'ember-cape': product(() => goods.modelCape(goods.EMBER_CAPE)),
  'lantern-mantle': product(() => goods.modelCape(goods.LANTERN_CAPE)),
  'mount-horn': product(() => goods.modelHorn(goods.BONE_HORN)),
  'ember-draught': product(() => goods.modelDraught(goods.EMBER_DRAUGHT)),
  'moon-draught': product(() => goods.modelDraught(goods.MOON_DRAUGHT)),
  'verdant-draught': reward(() => goods.modelDraught(goods.VERDANT_DRAUGHT)),
  'dusk-draught': reward(() => goods.modelDraught(goods.DUSK_DRAUGHT)),
  'bards-draught': reward(() => goods.modelDraught(goods.BARDS_DRAUGHT)),
  'fallen-star': reward(() => treasures.modelCrystal(treasures.FALLEN_STAR)),
  'violet-cape': reward(() => goods.modelCape(goods.VIOLET_CAPE)),
  'dawn-mantle': reward(() => goods.modelCape(goods.DAWN_CAPE)),
  'heralds-horn': reward(() => goods.modelHorn(goods.SILVER_HORN)),
  default: {
    folder: 'apps/web/public/assets/images/shop',
    type: 'png',
    model: () => goods.modelCasket(),
  },
};
