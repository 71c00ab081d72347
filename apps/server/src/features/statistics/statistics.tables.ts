import { date, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';

export const statisticsDays = pgTable('statistics_days', {
  day: date('day').primaryKey(),
  registrations: integer('registrations').notNull(),
  signIns: integer('sign_ins').notNull(),
  activePlayers: integer('active_players').notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull().defaultNow(),
});

export const statisticsReturns = pgTable(
  'statistics_returns',
  {
    day: date('day').notNull(),
    daysAway: integer('days_away').notNull(),
    players: integer('players').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.daysAway] })],
);
