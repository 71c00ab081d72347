import { API_BASE, type Endpoint } from '@waygate/contract/endpoint';
import { namedSectionsOf, SECTIONS, webMgtOf } from '@waygate/contract/permissions';
import { OWNER_PERMISSION, type Rank } from '@waygate/contract/ranks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import { PASSWORD, type Portal, randomAddress, uniqueName } from '#test/account-journeys.ts';
import { readContract } from '#test/contract-arbitraries.ts';
import { requireStaffFactor, startSignIn } from '#test/factor-journeys.ts';
import { createShop } from '#test/shop-journeys.ts';

/** Every endpoint of the contract, for each rank in each state: who gets in, and what the others are answered. */
const CONTRACT = await readContract();

const RANKS = {
  player: { permission: 0, webMgt: 1, sections: [] },
  /** Every section there is, and no owner. */
  staff: { permission: 0, webMgt: webMgtOf(SECTIONS), sections: namedSectionsOf(SECTIONS) },
  owner: { permission: OWNER_PERMISSION, webMgt: 1, sections: [] },
} satisfies Record<string, Rank & { sections: string[] }>;
type RankName = keyof typeof RANKS;
const RANK_NAMES = Object.keys(RANKS) as RankName[];

/**
 * `nothing due`: a fresh sign-in with a second factor. `no factor`: owners ask one of staff, and the account has none.
 * `factor due`: the password was right, and the second step is to come. `sudo due`: the sign-in was 15 minutes ago.
 */
const STATES = ['nothing due', 'no factor', 'factor due', 'sudo due'] as const;
type State = (typeof STATES)[number];

type Answer = 'through' | '401' | 'forbidden' | 'factor_required' | 'sudo_required' | 'fault';
type Case = `${RankName | 'visitor'}, ${State}`;

/** What the contract says, in the order in which the checks are made. */
function expectedOf({ access, sudo }: Endpoint, rank: RankName | 'visitor', state: State): Answer {
  if (access === 'visitor') return 'through';
  if (access === 'bridge' || rank === 'visitor' || state === 'factor due') return '401';
  if (access !== 'player') {
    const isForOwners = 'section' in access && access.section === 'owner';
    if (rank === 'player' || (isForOwners && rank === 'staff')) return 'forbidden';
    if (state === 'no factor') return 'factor_required';
  }
  return sudo && state === 'sudo due' ? 'sudo_required' : 'through';
}

let portal: Portal;
let people: Map<Case, { id: number; username: string }>;

beforeAll(async () => {
  portal = await createShop();
  people = new Map();
  const passwordHash = await portal.parts.passwords.hash(PASSWORD);
  for (const rank of RANK_NAMES)
    for (const state of STATES)
      people.set(`${rank}, ${state}`, await createPerson(rank, state, passwordHash));
  await requireStaffFactor(portal);
}, 120_000);
afterAll(() => portal.close());

async function createPerson(rank: RankName, state: State, passwordHash: string) {
  const { db } = portal.parts;
  const username = uniqueName();
  const email = `${username}@example.com`;
  const [account] = await db
    .insert(accounts)
    .values({ userName: username, email, passwordHash, emailConfirmedAt: new Date(), ...RANKS[rank] })
    .returning({ id: accounts.id });
  const id = account?.id ?? 0;
  if (state !== 'no factor') await addFactor(id);
  return { id, username };
}

/** None that any code is for: nobody proves it here. An endpoint that was let in may have removed it. */
async function addFactor(accountId: number): Promise<void> {
  await portal.parts.db.execute(sql`
    insert into totp_factors (account_id, key_id, sealed, last_step) values (${accountId}, 'test', '', 0)
    on conflict do nothing`);
}

/** A new one for each request: one that was let in may have ended the last. */
async function tokenOf(name: Case, state: State): Promise<string | undefined> {
  const person = people.get(name);
  if (!person) return undefined;
  const { id: accountId, username } = person;
  if (state !== 'no factor') await addFactor(accountId);
  if (state === 'factor due') {
    await portal.parts.db.execute(sql`delete from rate_limits`);
    return (await startSignIn(portal, { username, password: PASSWORD })).factorToken;
  }
  const token = createToken();
  const verifiedAt = state === 'sudo due' ? sql`now() - interval '15 minutes'` : sql`now()`;
  await portal.parts.db.insert(sessions).values({ tokenHash: hashToken(token), accountId, verifiedAt });
  return token;
}

/** Asks for a missing record with an empty body: who is let in finds nothing to change. */
async function answerTo({ method, path }: Endpoint, token: string | undefined): Promise<Answer> {
  const { statusCode, body } = await portal.app.inject({
    method,
    url: `${API_BASE}${path.replaceAll(/:\w+/g, '2147483647')}`,
    remoteAddress: randomAddress(),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  if (statusCode === 401) return '401';
  for (const code of ['factor_required', 'sudo_required'] as const)
    if (body.includes(`"code":"${code}"`)) return code;
  if (body.includes('You do not have the right to do this.')) return 'forbidden';
  return statusCode === 500 ? 'fault' : 'through';
}

test('the contract has endpoints of each kind', () => {
  const kinds = new Set(
    CONTRACT.flatMap(([, endpoint]) =>
      RANK_NAMES.flatMap((rank) => STATES.map((state) => expectedOf(endpoint, rank, state))),
    ),
  );
  expect([...kinds].toSorted()).toEqual(['401', 'factor_required', 'forbidden', 'sudo_required', 'through']);
  expect(CONTRACT.filter(([, { sudo }]) => sudo).length).toBeGreaterThan(20);
});

test.each(CONTRACT)('%s lets in who may, in each state', async (_, endpoint) => {
  const found: Partial<Record<Case, Answer>> = {
    'visitor, nothing due': await answerTo(endpoint, undefined),
  };
  const expected: Partial<Record<Case, Answer>> = {
    'visitor, nothing due': expectedOf(endpoint, 'visitor', 'nothing due'),
  };
  for (const rank of RANK_NAMES) {
    for (const state of STATES) {
      const name: Case = `${rank}, ${state}`;
      found[name] = await answerTo(endpoint, await tokenOf(name, state));
      expected[name] = expectedOf(endpoint, rank, state);
    }
  }
  expect(found).toEqual(expected);
});
