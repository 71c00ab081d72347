import { sectionsOf } from '../permissions.ts';
import { isNamedSection, type Rank } from '../ranks.ts';

type Rights = Pick<Rank, 'webMgt' | 'sections'>;

/** All sections by their names: those with a prime, then the others, also those that this version does not know. */
export function sectionNames({ webMgt, sections }: Rights): string[] {
  const known = sectionsOf({ webMgt, sections });
  return [...known.filter((section) => !isNamedSection(section)), ...sections];
}

/** The sections that an account gains and loses when it gets others. */
export function compareSections(
  had: readonly string[],
  has: readonly string[],
): { granted: string[]; revoked: string[] } {
  return {
    granted: has.filter((name) => !had.includes(name)),
    revoked: had.filter((name) => !has.includes(name)),
  };
}
