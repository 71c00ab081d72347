import type { GameDatabase } from '#database/game-database.ts';
import type { Mailbox } from './mailbox.ts';
import type { MailPlanner } from './plan-mails.ts';

/** Called after each step of what no transaction holds together; a test stops there. */
export type OnStep = (step: string) => void;

export type MailDeliveries = {
  database: GameDatabase;
  mailbox: Mailbox;
  planner: MailPlanner;
  onStep: OnStep;
};
