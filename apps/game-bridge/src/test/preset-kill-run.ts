import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountCommand, Credential } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { onTestFinished } from 'vitest';
import { makeCommand, makeGrant, makeRevocation } from './deliveries.ts';
import { createBridgeProcess, createRandom, killAtRandom, shuffle } from './kill-harness.ts';
import type { MariadbServer } from './mariadb.ts';
import { startStandInPortal, type StandInPortal } from './stand-in-portal.ts';

export type Work = { grants: Delivery[]; revocations: Delivery[]; commands: AccountCommand[] };

/** Grants, revocations of a third of them, and accounts to make, change, lock and unlock: 42 pieces of work. */
export function makeWork({
  recipients,
  credential,
}: {
  recipients: Partial<Delivery>[];
  credential: (password: string) => Credential;
}): Work {
  const grants = Array.from({ length: 24 }, (_, place) =>
    makeGrant({ ...recipients[place % recipients.length], itemId: 501 + place, quantity: 1 + place }),
  );
  const revocations = grants.filter((__, place) => place % 3 === 0).map((grant) => makeRevocation(grant));
  return { grants, revocations, commands: makeCommands(credential) };
}

function command(
  kind: AccountCommand['kind'],
  place: number,
  changes: Partial<AccountCommand> = {},
): AccountCommand {
  const login = `bridge${place}`;
  return makeCommand(kind, { accountDBID: 1000 + place, login, email: `${login}@example.com`, ...changes });
}

/** Ten commands. Of the four accounts, two get another password, one is locked for good, one for a while, and one not any more. */
export function makeCommands(credential: (password: string) => Credential): AccountCommand[] {
  return [
    ...[0, 1, 2, 3].map((place) => command('create', place, { credential: credential(`password${place}`) })),
    ...[0, 2].map((place) => command('set_password', place, { credential: credential(`changed${place}`) })),
    command('lock', 1),
    command('lock', 2),
    command('unlock', 2),
    command('lock', 3, { lockedUntil: '2037-01-01T00:00:00.000Z' }),
  ];
}

/** What each account of `makeCommands` must be in the end. */
export function accountsOf(commands: AccountCommand[]) {
  const logins = [...new Set(commands.map(({ login }) => login))];
  return logins.map((login) => {
    const own = commands.filter((each) => each.login === login);
    const isLocked = own.findLast(({ kind }) => kind === 'lock' || kind === 'unlock')?.kind === 'lock';
    return {
      login,
      pass: own.findLast(({ credential }) => credential !== null)?.credential?.verifier,
      owner: own[0]?.accountDBID,
      isLocked: isLocked ? 1 : 0,
    };
  });
}

export type KilledRun = {
  work: Work;
  /** YAML without portal and token. */
  configuration: string;
  bridgeKills: number;
  /** A server of the test's own, killed as well. */
  mariadb?: { server: MariadbServer; kills: number };
  seed: number;
};

/**
 * Has the work done by a bridge that is killed at random, for a portal some of whose answers are lost.
 *
 * @returns the portal, and how often bridge and database were killed
 */
export async function runKilled(run: KilledRun): Promise<StandInPortal & { kills: number }> {
  const random = createRandom(run.seed);
  const { grants, revocations, commands } = run.work;
  const deliveries = shuffle([...grants, ...revocations], random);
  const losesAnswers = () => random() < 0.1;
  const portal = await startStandInPortal({ deliveries, commands }, { perLease: 4, losesAnswers });
  onTestFinished(portal.close);
  const bridge = createBridgeProcess(portal, run.configuration);
  onTestFinished(async () => {
    await bridge.kill();
    bridge.delete();
  });
  await bridge.start();
  const victims = [
    {
      name: 'bridge',
      kills: run.bridgeKills,
      start: bridge.start,
      untilBusy: portal.nextLease,
      kill: async () => {
        await bridge.kill();
        portal.releaseLeases();
      },
    },
  ];
  if (run.mariadb) {
    const { server, kills } = run.mariadb;
    victims.push({ ...server, name: 'mariadb', kills, untilBusy: portal.nextLease });
  }
  try {
    const kills = await killAtRandom({ victims, isDone: portal.isSettled, seed: run.seed });
    // A process that ends by itself keeps its compiled code for the next run.
    await bridge.stop();
    return { ...portal, kills };
  } catch (error) {
    throw new Error(`Seed ${run.seed}; the bridge's log ends:\n${bridge.log().slice(-3000)}`, {
      cause: error,
    });
  }
}
