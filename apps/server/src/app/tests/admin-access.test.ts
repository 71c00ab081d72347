import { API_BASE, type Endpoint } from '@waygate/contract/endpoint';
import { SECTIONS, type Section, type StaffNeed } from '@waygate/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bans } from '#features/identity/accounts.tables.ts';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  type Player,
  type Portal,
  randomAddress,
} from '#test/account-journeys.ts';
import { readContract } from '#test/contract-arbitraries.ts';
import { createShop } from '#test/shop-journeys.ts';

type Person = Player & { token: string };
type StaffEndpoint = Endpoint & { access: { section: StaffNeed } | { anyOf: readonly Section[] } };

const CONTRACT = await readContract();
const FOR_STAFF = CONTRACT.filter((entry): entry is [string, StaffEndpoint] => isForStaff(entry[1]));

let portal: Portal;
let player: Person;
let owner: Person;
/** Of each section one who holds it alone, and one more who is banned. */
let holders: Map<Section, { staff: Person; banned: Person }>;

beforeAll(async () => {
  portal = await createShop();
  player = await createSignedInPlayer(portal);
  owner = await createOwner(portal);
  holders = new Map();
  for (const section of SECTIONS) {
    const [staff, banned] = [await createStaff(portal, [section]), await createStaff(portal, [section])];
    await portal.parts.db.insert(bans).values({ accountId: banned.id, description: 'Used a bot' });
    holders.set(section, { staff, banned });
  }
}, 400_000);
afterAll(() => portal.close());

function isForStaff({ access }: Endpoint): boolean {
  return typeof access === 'object';
}

function needsOf({ access }: StaffEndpoint): readonly StaffNeed[] {
  return 'anyOf' in access ? access.anyOf : [access.section];
}

function missingIdOf(path: string, name: string): string {
  if (name === ':tokenId') return 'ffffffff';
  if (name === ':name') return `${'0'.repeat(32)}.webp`;
  return path.startsWith('/admin/bulk/') ? '00000000-0000-4000-8000-000000000000' : '2147483647';
}

type Refusal = 'no session' | 'no right' | 'not served' | 'fault' | undefined;

/**
 * Asks for a missing record with an empty body: a caller with access finds nothing to change.
 *
 * @returns why the caller was not let in; undefined for an answer that looks at what was asked
 */
async function refusalOf({ method, path }: Endpoint, token?: string): Promise<Refusal> {
  const { statusCode, body } = await portal.app.inject({
    method,
    url: `${API_BASE}${path.replaceAll(/:\w+/g, (name) => missingIdOf(path, name))}`,
    remoteAddress: randomAddress(),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  if (statusCode === 401) return 'no session';
  if (statusCode === 403 && body.includes('You do not have the right to do this.')) return 'no right';
  if (statusCode === 404 && body.includes('There is nothing at this address.')) return 'not served';
  return statusCode >= 500 ? 'fault' : undefined;
}

test('every admin address is restricted to owners or to staff of named sections', () => {
  const admin = CONTRACT.filter(([, { path }]) => /^\/admin(\/|$)/.test(path));
  expect(admin.length).toBeGreaterThan(20);
  expect(admin.filter(([, endpoint]) => !isForStaff(endpoint)).map(([name]) => name)).toEqual([]);
});

test('every staff endpoint is served and names existing sections', () => {
  const missing = FOR_STAFF.filter(
    ([, { method, path }]) => !portal.app.hasRoute({ method, url: `${API_BASE}${path}` }),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
  for (const [, endpoint] of FOR_STAFF) {
    expect(needsOf(endpoint).length).toBeGreaterThan(0);
    expect([...SECTIONS, 'owner']).toEqual(expect.arrayContaining([...needsOf(endpoint)]));
  }
});

test('every one of the thirteen sections opens at least one endpoint', () => {
  const opened = new Set(FOR_STAFF.flatMap(([, endpoint]) => needsOf(endpoint)));
  expect(SECTIONS.filter((section) => !opened.has(section))).toEqual([]);
});

describe.each(FOR_STAFF)('%s', (_, endpoint) => {
  test('is closed to a visitor and to a player', async () => {
    expect(await refusalOf(endpoint)).toBe('no session');
    expect(await refusalOf(endpoint, 'A'.repeat(43))).toBe('no session');
    expect(await refusalOf(endpoint, player.token)).toBe('no right');
  });

  test('is open to the owner', async () => {
    expect(await refusalOf(endpoint, owner.token)).toBeUndefined();
  });

  test.each(SECTIONS)('opens to staff of %s only if the contract allows that section', async (section) => {
    const { staff, banned } = holders.get(section) ?? { staff: owner, banned: owner };
    const expected = needsOf(endpoint).includes(section) ? undefined : 'no right';
    expect(await refusalOf(endpoint, staff.token)).toBe(expected);
    expect(await refusalOf(endpoint, banned.token)).toBe('no session');
  });
});

test('none of these requests changed anything', async () => {
  // An export that is allowed leaves its own trace.
  const { rows } = await portal.parts.db.execute(sql`select from audit_entries where kind <> 'list.export'`);
  expect(rows).toEqual([]);
});
