import { namedSectionsOf, type Section, webMgtOf } from '@waygate/contract/permissions';
import { isNamedSection } from '@waygate/contract/ranks';

/** What an account, or a role, may use. */
export type Rights = { webMgt: number; sections: string[] };

export const NO_RIGHTS: Rights = { webMgt: 1, sections: [] };

/**
 * The rights that open these sections. Names are in their order and each once, as accounts have them.
 *
 * @param had names that this version does not know were given by a newer one, and stay
 */
export function rightsOf(wanted: readonly Section[], had: readonly string[] = []): Rights {
  const names = new Set([...namedSectionsOf(wanted), ...had.filter((name) => !isNamedSection(name))]);
  return { webMgt: webMgtOf(wanted), sections: [...names].toSorted() };
}

export function hasSameRights(one: Rights, other: Rights): boolean {
  return one.webMgt === other.webMgt && one.sections.join() === other.sections.join();
}
