import { setTimeout as sleep } from 'node:timers/promises';
import type { GameDatabase } from '#database/game-database.ts';
import {
  beginMail,
  findGameMail,
  type GameMail,
  moveMail,
  type PlannedMail,
  recordFoundMail,
} from './mails.queries.ts';
import { type Refusal, readRefusal, sendItemsCommand } from './send-items.rules.ts';
import { callSoap, type SoapSettings } from './soap-client.ts';

export type MailSettings = {
  soap: SoapSettings;
  text: string;
  /** How long the game may take to commit a mail after its answer. */
  waitMs: number;
};

/**
 * What became of a mail.
 * - `unsent`: certainly not sent, and as before in our table
 * - `unknown`: it may have been sent, or may still be
 */
export type Sent =
  | { is: 'sent' }
  | { is: 'unsent'; why: string; refusal: Refusal | 'unreachable' }
  | { is: 'unknown'; why: string };

const FIRST_LOOK_MS = 50;
const LOOK_MS = 400;

export type Mailer = ReturnType<typeof createMailer>;

/** Sends mails by commands of the worldserver, each at most once. */
export function createMailer(database: GameDatabase, settings: MailSettings) {
  // After a failure the next mail waits for a harmless command to succeed: a hanging server costs one unknown mail, not many.
  let isSuspect = true;

  const isAnswering = async (): Promise<Sent | undefined> => {
    if (!isSuspect) return undefined;
    const probe = await callSoap(settings.soap, '.server info');
    if (probe.is === 'done') {
      isSuspect = false;
      return undefined;
    }
    const refusal: Refusal | 'unreachable' = isSetupFault(probe.is)
      ? { is: 'setup', problem: 'game_setup' }
      : 'unreachable';
    return { is: 'unsent', why: probe.text, refusal };
  };

  /** Sends a mail that is `planned`, or, for a new decision of staff, one that isn't known to have arrived. */
  const send = async (mail: PlannedMail, to: { round: number; receiver: number }): Promise<Sent> => {
    const silent = await isAnswering();
    if (silent) return silent;
    const { receiver } = to;
    const command = sendItemsCommand({ ...mail, characterGuid: receiver, text: settings.text });
    // Committed before the call. A bridge that finds it begun never calls again by itself.
    if (!(await beginMail(database, mail, to))) {
      return { is: 'unsent', why: 'Another bridge is at work on this delivery.', refusal: 'unreachable' };
    }
    const begun: PlannedMail = { ...mail, ...to, state: 'begun' };
    const outcome = await callSoap(settings.soap, command);
    if (outcome.is !== 'done' && outcome.is !== 'refused') isSuspect = true;
    const refusal = findRefusal(outcome.is, outcome.text);
    if (refusal) {
      await restore(database, begun, mail);
      return { is: 'unsent', why: outcome.text, refusal };
    }
    return (await isFound(begun, { since: performance.now() })) ? { is: 'sent' } : doubt(begun, outcome.text);
  };

  const doubt = async (mail: PlannedMail, text?: string): Promise<Sent> => {
    await moveMail(database, mail, { from: 'begun', to: 'doubtful' });
    const answer = text ? ` The worldserver's last answer: ${text}` : '';
    return {
      is: 'unknown',
      why: `The mail '${mail.subject}' isn't in the mailbox of character ${mail.receiver}.${answer}`,
    };
  };

  /**
   * Looks for a mail that was begun, perhaps by a process that is dead. Waits, because the game commits later than it
   * answers; `since` is the moment of `performance.now()` by which it was begun.
   */
  const isFound = async (mail: PlannedMail, { since }: { since: number }): Promise<boolean> => {
    const found = await waitForMail(database, mail, since + settings.waitMs);
    if (found) await recordFoundMail(database, mail, found);
    return found !== undefined;
  };

  return { send, isFound, doubt };
}

async function waitForMail(
  database: GameDatabase,
  mail: PlannedMail,
  end: number,
): Promise<GameMail | undefined> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LOOK_MS)) {
    const found = await findGameMail(database, mail);
    if (found || performance.now() >= end) return found;
    await sleep(Math.min(pause, Math.max(1, end - performance.now())));
  }
}

/** A fault that isn't known could come from after the items were created: then the mail is looked for, as after silence. */
function findRefusal(
  is: Awaited<ReturnType<typeof callSoap>>['is'],
  text: string,
): Refusal | 'unreachable' | undefined {
  if (is === 'not_sent') return 'unreachable';
  if (is === 'denied') return { is: 'setup', problem: 'game_setup' };
  return is === 'refused' ? readRefusal(text) : undefined;
}

function isSetupFault(is: string): boolean {
  return is === 'denied' || is === 'refused';
}

/** As it was before `beginMail`. */
async function restore(database: GameDatabase, begun: PlannedMail, former: PlannedMail): Promise<void> {
  await database.execute(
    `update waygate_mails set state = :state, round = :formerRound, receiver = :receiver
     where idempotency_key = :key and part = :part and state = 'begun' and round = :round`,
    {
      key: begun.idempotencyKey,
      part: begun.part,
      state: former.state,
      formerRound: former.round,
      receiver: former.receiver,
      round: begun.round,
    },
  );
}
