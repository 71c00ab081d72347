import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountCommand, Credential } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { onTestFinished } from 'vitest';
import { makeCommand, makeGrant, makeRevocation } from './deliveries.ts';
import { createBridgeProcess, createRandom, killAtRandom, shuffle } from './kill-harness.ts';
import type { MariadbServer } from './mariadb.ts';
import { startStandInPortal, type StandInPortal } from './stand-in-portal.ts';

export type Work = { grants: Delivery[]; revocations: Delivery[]; commands: AccountCommand[] };

/** Fifty pieces of work: grants, revocations of a third of them, and accounts to make. */
export function makeWork({
  recipients,
  credential,
}: {
  recipients: Partial<Delivery>[];
  credential: (password: string) => Credential;
}): Work {
  const grants = Array.from({ length: 30 }, (_, place) =>
    makeGrant({ ...recipients[place % recipients.length], itemId: 501 + place, quantity: 1 + place }),
  );
  const revocations = grants.filter((__, place) => place % 3 === 0).map((grant) => makeRevocation(grant));
  const commands = Array.from({ length: 10 }, (_, place) =>
    makeCommand('create', {
      accountDBID: 1000 + place,
      login: `bridge${place}`,
      credential: credential(`password${place}`),
    }),
  );
  return { grants, revocations, commands };
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

/** Has the work done by a bridge that is killed at random, for a portal some of whose answers are lost. */
export async function runKilled(run: KilledRun): Promise<StandInPortal> {
  const random = createRandom(run.seed);
  const { grants, revocations, commands } = run.work;
  const deliveries = shuffle([...grants, ...revocations], random);
  const losesAnswers = () => random() < 0.15;
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
    await killAtRandom({ victims, isDone: portal.isSettled, seed: run.seed });
  } catch (error) {
    throw new Error(`Seed ${run.seed}; the bridge's log ends:\n${bridge.log().slice(-3000)}`, {
      cause: error,
    });
  }
  return portal;
}
