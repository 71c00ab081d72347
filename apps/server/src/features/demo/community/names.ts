import type { Random } from './random.ts';

const FIRST =
  `Aldric Brann Caelith Dorian Elowen Fenwick Gisela Hadrian Isolde Jorund Kestrel Lunara Maeve Nerys Orrin Perrin
  Quill Rowan Sable Tamsin Ulric Vesper Wren Yorick Zephyr Ash Briar Cinder Dusk Ember Flint Gale Hollow Ivy Juniper Lark
  Moss Nettle Onyx Pyre Raven Sorrel Thorn Umber Vale Willow Sky Frost Ferro Mira Niko Tessa Lukas Anouk Marek Selin`.split(
    /\s+/,
  );
const LAST =
  `Ashdown Blackwood Crowe Dale Everhart Fairwind Graves Hawthorne Ironside Kade Lockhart Marsh Nightfall Oakes
  Pike Quickstep Reed Stone Tallow Underhill Voss Wilde Yew Dawn Fox Hart Wolf Bane Song Storm Ward Finch Hale Moor Rook`.split(
    /\s+/,
  );
const CHARACTERS =
  `Aelthar Brisa Corvane Drusk Eirwen Faelan Garrod Hesper Ilvane Jarrik Kaelis Lorwyn Morrigan Nimue Ostrin
  Pellan Quenby Ragnis Sylvaine Torrin Undrel Vashti Wulfric Xanthe Ysolde Zorell Arden Bramble Cassian Delphine Edrik Fiora`.split(
    /\s+/,
  );
const EPITHETS =
  `the_Bold Moonbow Longstride Greymantle Emberheart Stillwater Oathkeeper Swiftarrow Ironhand Duskwalker`.split(
    ' ',
  );

export const CLASSES = ['Warden', 'Stormcaller', 'Duskblade', 'Lorekeeper', 'Thornguard'] as const;

/** Different user names, in any case. */
export function createUserNames(random: Random, count: number): string[] {
  const names = new Map<string, string>();
  while (names.size < count) {
    const name = createUserName(random).slice(0, 20);
    names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

function createUserName(random: Random): string {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  switch (random.int(0, 6)) {
    case 0:
      return `${first}_${last}`;
    case 1:
      return `${first}${random.int(70, 99)}`;
    case 2:
      return `${first.toLowerCase()}.${last}`.replace('.', '-');
    case 3:
      return `${last}${first}`;
    case 4:
      return `${first.toLowerCase()}_${last.charAt(0).toLowerCase()}`;
    default:
      return `${first}${last}`;
  }
}

/** As games allow them: letters alone, and rarely a title. */
export function createCharacterName(random: Random): string {
  const name = random.pick(CHARACTERS);
  return random.chance(0.3) ? `${name} ${random.pick(EPITHETS).replaceAll('_', ' ')}` : name;
}
