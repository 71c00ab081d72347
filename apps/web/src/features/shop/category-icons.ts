import {
  BookOpen,
  Coins,
  Cpu,
  Crown,
  FlaskConical,
  Gem,
  Gift,
  type LucideIcon,
  Package,
  PackageOpen,
  Shield,
  Shirt,
  Sparkles,
  Store,
  Swords,
} from 'lucide-react';

/** By a word in the category's name; the first match wins. */
const ICONS_BY_WORD: [word: string, icon: LucideIcon][] = [
  ['electronics', Cpu],
  ['clothing', Shirt],
  ['books', BookOpen],
  ['general', Store],
  ['merch', Gift],
  ['packages', PackageOpen],
];

/** By the icon that staff have chosen, when no word matches. */
const ICONS_BY_CHOICE = new Map<string, LucideIcon>([
  ['coins', Coins],
  ['crown', Crown],
  ['flask', FlaskConical],
  ['gem', Gem],
  ['shield', Shield],
  ['shirt', Shirt],
  ['sparkles', Sparkles],
  ['swords', Swords],
]);

/** The icons that staff can choose. */
export const CATEGORY_ICON_CHOICES: readonly string[] = [...ICONS_BY_CHOICE.keys()];

/** The icon of a category's tile. */
export function findCategoryIcon(name: string, choice: string): LucideIcon {
  const lowerName = name.toLowerCase();
  const byWord = ICONS_BY_WORD.find(([word]) => lowerName.includes(word));
  return byWord?.[1] ?? ICONS_BY_CHOICE.get(choice) ?? Package;
}
