import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { describe, expect, test } from 'vitest';
import type { Applied } from '#adapter.ts';
import type { PresetConfig } from '#preset.ts';
import { mailSubject } from '#presets/azerothcore/send-items.rules.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { type Outcomes, runAndKill } from '#test/run-and-kill.ts';
import { readMailbox } from './game-tables.ts';
import { grant, openAdapter, soapAddress, startGame, type TestGame } from './open-adapter.ts';
import { type Behaviour, COMMITTED } from './worldserver.ts';

const BEHAVIOURS: Behaviour[] = [
  'commits',
  'commits',
  'commits',
  'late',
  'late',
  'too_late',
  'never',
  'silent',
  'cut',
  'drops',
  'hangs',
  'sleeps',
  'confused',
  'repeats',
  'dies',
  'dies_after',
  'refuses',
];
/** Each behaviour twice. */
const COUNT = 2 * BEHAVIOURS.length;
const KILLS = 12;
/** Nobody kills it then. */
const UNTIL_DONE = 300_000;

describe.skipIf(isMariadbMissing())('a bridge that is killed again and again', () => {
  test(
    'never sends twice and never claims a delivery that did not arrive',
    { timeout: 400_000 },
    async () => {
      const game = await startGame();
      await openAdapter(game);
      const deliveries = Array.from({ length: COUNT }, (_, index) =>
        index % 5 === 0
          ? grant({ itemId: 33470, quantity: 20 })
          : grant({ characterId: String(7 + (index % 3)) }),
      );
      const behaviours = new Map(
        deliveries.map(({ idempotencyKey }, index) => [
          mailSubject('Your items', idempotencyKey, 0),
          BEHAVIOURS[index % BEHAVIOURS.length] ?? 'commits',
        ]),
      );
      game.worldserver.behave((subject) => behaviours.get(subject) ?? 'commits');
      game.worldserver.delays.deadMs = 100;
      game.worldserver.delays.lateMs = 100;

      const outcomes: Outcomes = new Map();
      const run = { name: 'azerothcore', config: configOf(game), deliveries, outcomes };
      let kills = 0;
      for (let round = 0; outcomes.size < COUNT && round < 200; round += 1) {
        if (await runAndKill({ ...run, killWithinMs: kills < KILLS ? 800 : UNTIL_DONE })) kills += 1;
      }
      expect(outcomes.size).toBe(COUNT);
      expect(kills).toBeGreaterThan(5);
      await game.worldserver.commitTooLate();

      const mailbox = await readMailbox(game.characters);
      const endings = deliveries.map((delivery): Ending => {
        const subject = mailSubject('Your items', delivery.idempotencyKey, 0);
        return {
          delivery,
          behaviour: behaviours.get(subject) ?? 'commits',
          outcome: outcomes.get(delivery.idempotencyKey),
          calls: game.worldserver.commands.filter((command) => command.includes(subject)).length,
          mails: mailbox.filter((mail) => mail.subject === subject),
        };
      });
      expect(endings.filter((ending) => findFaults(ending).length > 0)).toEqual([]);
      expect(endings.some(({ outcome }) => outcome === 'unknown')).toBe(true);
    },
  );
});

function configOf({ characters, auth, world, worldserver }: TestGame): PresetConfig {
  return {
    database: characters.url(),
    accountDatabase: auth.url(),
    soap: soapAddress(worldserver.port),
    options: { worldDatabase: world.url(), mailWaitSeconds: 0.3, soapTimeoutSeconds: 0.3 },
  };
}

type Ending = {
  delivery: Delivery;
  behaviour: Behaviour;
  outcome: Applied['is'] | undefined;
  calls: number;
  mails: Awaited<ReturnType<typeof readMailbox>>;
};

function findFaults({ delivery, behaviour, outcome, calls, mails }: Ending): string[] {
  const isApplied = outcome === 'applied' || outcome === 'duplicate';
  const [mail] = mails;
  const isRight =
    mail?.receiver === Number(delivery.characterId) &&
    mail.itemId === delivery.itemId &&
    mail.pieces === delivery.quantity;
  const isDefinite = COMMITTED.includes(behaviour);
  const faults: Record<string, boolean> = {
    // A refused command ran nothing, so it may be sent again.
    'called twice': calls > 1 && behaviour !== 'refuses',
    'sent twice': mails.length > 1,
    'claimed what did not arrive': isApplied && !isRight,
    'rejected what arrived': outcome === 'rejected' && mails.length > 0,
    // Unless the bridge died before the command left it.
    'did not notice what arrived': isDefinite && calls > 0 && !isApplied,
    'doubted without a reason': outcome === 'unknown' && isDefinite && calls > 0,
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}
